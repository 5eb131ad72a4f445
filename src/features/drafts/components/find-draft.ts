import { markOf } from '#src/features/accounts/components/mark-of.ts';
import { readPerson } from '#src/features/accounts/components/me.ts';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import type { TaleFields } from '#src/features/manage/contract.ts';
import type { Draft, DraftFields, DraftList, DraftRow } from '../contract.ts';
import { bodyOf, removeDraft } from './autosave.ts';
import { type DeviceDraft, dropFromDevice, forgetGone, listGone, listOnDevice } from './device-drafts.ts';
import { listHeldDrafts } from './other-pages.ts';

/** A draft to be taken up again. `saved_at` is when it was last kept, by the server's clock. */
export type FoundDraft = Omit<Draft, 'title'> & { from: 'this-device' | 'server' };

/**
 * The latest draft of the tale by who is signed in; with null of a tale that was never saved, and that no other page of this browser is
 * writing just now. That of the device counts where it is newer, or where the server cannot be reached. One that says nothing but what
 * `current` says already (the tale as it is saved) is removed, and not found. Drafts of other tales that wait on the device are sent.
 */
export async function findDraft(taleId: string | null, current?: Partial<TaleFields>): Promise<FoundDraft | null> {
  const person = readPerson();
  if (person === null || person.email === '') return null;
  const owner = markOf(person.email);
  const gone = new Set(listGone(owner));
  await Promise.all([...gone].map(removeGone));
  const [held, list] = await Promise.all([listHeldDrafts(), send<DraftList>('GET', '/admin/drafts').catch(() => undefined)]);
  const aheadMs = list === undefined ? 0 : Date.parse(list.now) - Date.now();
  const onDevice = listOnDevice(owner);
  const isWanted = (draft: DraftRow | DeviceDraft) =>
    draft.tale_id === taleId && !gone.has(draft.id) && (taleId !== null || (draft.base_version === null && !held.has(draft.id)));
  if (list !== undefined) {
    void sendLeft(
      onDevice.filter((draft) => !isWanted(draft) && !held.has(draft.id)),
      list,
      aheadMs,
    );
  }
  const found = await newer(onDevice.find(isWanted), list?.drafts.find(isWanted), aheadMs);
  if (found === null || current === undefined || !saysNothingNew(found.fields, current)) return found;
  await discardDraft(found);
  return null;
}

/** Removes a draft that was found and is not wanted, wherever it is. */
export async function discardDraft({ id, tale_id }: Pick<FoundDraft, 'id' | 'tale_id'>): Promise<void> {
  const person = readPerson();
  if (person === null) return;
  const owner = markOf(person.email);
  for (const draft of listOnDevice(owner)) {
    if (draft.id === id || (tale_id !== null && draft.tale_id === tale_id)) dropFromDevice(draft.id);
  }
  await removeDraft(owner, id);
}

/** Under one id one page has written, and what it left on the device came last. */
async function newer(device: DeviceDraft | undefined, server: DraftRow | undefined, aheadMs: number): Promise<FoundDraft | null> {
  if (device !== undefined && isNewer(device, server, aheadMs)) {
    const { id, tale_id, base_version, fields, at } = device;
    return { id, tale_id, base_version, fields, saved_at: new Date(at + aheadMs).toISOString(), from: 'this-device' };
  }
  if (server === undefined) return null;
  try {
    return { ...(await send<Draft>('GET', `/admin/drafts/${server.id}`)), from: 'server' };
  } catch (error) {
    // Discarded or replaced in this moment, on another page.
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}

function isNewer(device: DeviceDraft, server: DraftRow | undefined, aheadMs: number): boolean {
  return server === undefined || server.id === device.id || device.at + aheadMs > Date.parse(server.saved_at);
}

function saysNothingNew(typed: DraftFields, current: Partial<TaleFields>): boolean {
  return Object.entries(typed).every(([name, value]) => JSON.stringify(value) === JSON.stringify(current[name as keyof TaleFields]));
}

async function removeGone(id: string): Promise<void> {
  await send('DELETE', `/admin/drafts/${id}`)
    .then(() => forgetGone(id))
    .catch(() => {});
}

/** What pages that are gone could not send. */
async function sendLeft(left: readonly DeviceDraft[], { drafts }: DraftList, aheadMs: number): Promise<void> {
  for (const draft of left) {
    const other = drafts.find(({ id, tale_id }) => id === draft.id || (tale_id !== null && tale_id === draft.tale_id));
    if (!isNewer(draft, other, aheadMs)) continue;
    await send('PUT', `/admin/drafts/${draft.id}`, bodyOf(draft))
      .then(() => dropFromDevice(draft.id))
      .catch(() => {});
  }
}
