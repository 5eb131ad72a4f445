import { Refused, send } from '#src/features/accounts/components/send.ts';
import type { ManagedTale, SavedAnswer, TaleFields } from '#src/features/manage/contract.ts';

type Attempt = { key: string; body: Partial<TaleFields> };

/** Sends the tale of one form. It remembers a creation whose answer never came, so that a tale is made once however often one tries. */
export function createTaleSender() {
  let unanswered: Attempt | null = null;

  async function create(body: Partial<TaleFields>): Promise<SavedAnswer> {
    const earlier = unanswered;
    if (earlier === null) return attempt({ key: crypto.randomUUID(), body });
    if (JSON.stringify(earlier.body) === JSON.stringify(body)) return attempt(earlier);
    // What was sent first may have arrived. Under its key we are told, or it is done now; then it becomes what is wanted now.
    const made = await attempt(earlier).catch((error: unknown) => {
      if (unanswered !== null) throw error;
      return null;
    });
    if (made === null) return attempt({ key: crypto.randomUUID(), body });
    return update(made.tale.id, made.tale.version, body);
  }

  async function attempt(next: Attempt): Promise<SavedAnswer> {
    try {
      const answer = await send<SavedAnswer>('POST', '/admin/tales', next.body, { 'idempotency-key': next.key });
      unanswered = null;
      return answer;
    } catch (error) {
      unanswered = isUndecided(error) ? next : null;
      throw error;
    }
  }

  return { create };
}

/** Writes these fields of a tale as it was in this version. Refused with 412 when it has another by now. */
export function update(id: string, version: number, fields: Partial<TaleFields>): Promise<SavedAnswer> {
  return send<SavedAnswer>('PATCH', `/admin/tales/${id}`, fields, { 'if-match': `"${version}"` });
}

export function readTale(id: string): Promise<ManagedTale> {
  return send<ManagedTale>('GET', `/admin/tales/${id}`);
}

/** Nobody can say whether it was done: no answer came, a proxy's, or the first try is still at work. */
function isUndecided(error: unknown): boolean {
  return !(error instanceof Refused) || error.status === 0 || error.status === 409 || error.status >= 500;
}
