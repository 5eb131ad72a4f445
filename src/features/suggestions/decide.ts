/** Decisions about suggested changes. Decisions, the new version of the tale and the audit entry are one transaction. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { RenderEmail } from '#src/emails/emails.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { updateTale } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import {
  blocksOf,
  type ChangeState,
  type Located,
  locateChanges,
  replacePassages,
  SUGGESTED_FIELDS,
  type SuggestedText,
} from './changes.ts';
import type { Decisions } from './review-endpoints.ts';
import { getSuggestion, type StoredChange, type StoredSuggestion, unknownSuggestion } from './suggestion-rows.ts';

type Tale = SuggestedText & { id: string; version: number; deleted_at: Date | null };

/**
 * Accepts, rejects and reopens changes of a suggestion. The tale is locked, so that accepted changes are always based on its newest version.
 * @throws AppError 404, 409, 412 as described for the endpoint, 422 `invalid` when the tale would be invalid
 */
export async function decideChanges(db: Db, actor: string, id: string, given: Decisions): Promise<void> {
  await transact(db, async (trx) => {
    const tale = await lockTale(trx, id);
    await lockSuggestion(trx, id);
    const suggestion = await getSuggestion(trx, id);
    const outcome = applyDecisions(suggestion, tale, given);
    if (tale !== undefined) await saveText(trx, tale, outcome.text, { actor, suggestedBy: suggestion.user_id });
    for (const { number, state, result } of outcome.changed) {
      const decided = state === 'open' ? { decided_by: null, decided_at: null } : { decided_by: actor, decided_at: sql<Date>`now()` };
      await trx
        .updateTable('suggestion_changes')
        .set({ state, result, ...decided })
        .where('suggestion_id', '=', id)
        .where('number', '=', number)
        .execute();
    }
    await closeOrOpen(trx, suggestion, outcome.hasOpen, given.note);
    const count = (state: ChangeState) => outcome.changed.filter((change) => change.state === state).length;
    const details = { title: suggestion.row.tale.title, accepted: count('accepted'), rejected: count('rejected'), reopened: count('open') };
    if (outcome.changed.length > 0) await audit(trx, { actor, action: 'suggestion.decided', subject: { kind: 'suggestion', id }, details });
  });
}

/** Tales are locked before suggestions, in every transaction. Undefined for deleted tales. */
async function lockTale(trx: Db, id: string): Promise<Tale | undefined> {
  return trx
    .selectFrom('tales')
    .select(['id', 'title', 'excerpt', 'content', 'version', 'deleted_at'])
    .where('id', '=', (eb) => eb.selectFrom('suggestions').select('tale_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst();
}

async function lockSuggestion(trx: Db, id: string): Promise<void> {
  const found = await trx.selectFrom('suggestions').select('state').where('id', '=', id).forUpdate().executeTakeFirst();
  if (found === undefined) throw unknownSuggestion();
  if (found.state === 'withdrawn') throw new AppError(409, 'withdrawn', 'The reader has withdrawn this suggestion.');
}

type Decided = { number: number; state: ChangeState; result: string[] | null };
type Outcome = { changed: Decided[]; hasOpen: boolean; text: SuggestedText | undefined };
type Decision = Decisions['decisions'][number];

/** Returns the new states and the new text; undefined if no text was accepted. */
function applyDecisions({ base, changes }: StoredSuggestion, tale: Tale | undefined, { decisions, version }: Decisions): Outcome {
  const wanted = new Map(decisions.map((decision) => [decision.change, decision]));
  const now = changes.map((change, index): StoredChange => {
    return wanted.get(index)?.action === 'reopen' ? { ...change, state: 'open', result: null } : change;
  });
  if ([...wanted.keys()].some((index) => now[index] === undefined)) throw invalid({ decisions: ['The suggestion has no such change.'] });
  const located = tale === undefined ? [] : locateChanges(base, now, tale);
  const after = now.map((change, index): StoredChange & { passage?: Located & { blocks: string[] } } => {
    const decision = wanted.get(index);
    const place = located[index];
    if (decision === undefined || decision.action === 'reopen') {
      // What the text already has counts as accepted.
      const isContained = decision === undefined && change.state === 'open' && place?.fit === 'contained' && tale?.deleted_at === null;
      return isContained ? { ...change, state: 'accepted' } : change;
    }
    const state = decision.action === 'accept' ? 'accepted' : 'rejected';
    if (change.state === state) return change;
    if (change.state !== 'open') throw alreadyDecided();
    if (state === 'rejected') return { ...change, state };
    return acceptChange(change, { decision, tale: writable(tale), place, version });
  });
  const passages = after.flatMap(({ field, passage }) => (passage === undefined ? [] : [{ ...passage, field }]));
  if (passages.some(({ field, from }, index) => passages[index - 1]?.field === field && from < (passages[index - 1]?.to ?? 0)))
    throw invalid({ decisions: ['Two of these changes are in the same passage. Decide about one at a time.'] });
  return {
    changed: after.flatMap(({ state, result }, number) => (state === changes[number]?.state ? [] : [{ number, state, result }])),
    hasOpen: after.some(({ state }) => state === 'open'),
    text: tale === undefined || passages.length === 0 ? undefined : replacePassages(tale, passages),
  };
}

type Accepting = { decision: Decision; tale: Tale; place: Located | undefined; version: number | undefined };

/** A change in conflict stays open, unless the editor has written the passage. */
function acceptChange(change: StoredChange, { decision: { content }, tale, place, version }: Accepting) {
  if (place === undefined) return change;
  if (content !== undefined) {
    if (version !== tale.version) throw new AppError(412, 'changed_since', 'This tale has been changed since you opened the suggestion.');
    const result = blocksOf(change.field, change.field === 'content' ? sanitizeHtml(content).html : content.trim());
    return { ...change, state: 'accepted' as const, result, passage: { ...place, blocks: result } };
  }
  if (place.fit === 'conflict') return change;
  const accepted = { ...change, state: 'accepted' as const };
  return place.fit === 'contained' ? accepted : { ...accepted, passage: { ...place, blocks: change.after } };
}

function writable(tale: Tale | undefined): Tale {
  if (tale === undefined) throw new AppError(409, 'tale_deleted', 'The tale has been deleted, so changes cannot be accepted.');
  if (tale.deleted_at === null) return tale;
  throw new AppError(409, 'in_bin', 'This tale is in the trash. Restore it first.');
}

function alreadyDecided() {
  return new AppError(409, 'already_decided', 'This change is already decided. Reopen it first.');
}

type Authors = { actor: string; suggestedBy: string | null };

async function saveText(trx: Db, tale: Tale, text: SuggestedText | undefined, { actor, suggestedBy }: Authors): Promise<void> {
  if (text === undefined) return;
  const fields = Object.fromEntries(SUGGESTED_FIELDS.filter((name) => text[name] !== tale[name]).map((name) => [name, text[name]]));
  const outcome = await updateTale(trx, tale.id, tale.version, fields, { editor: actor, suggestedBy, textLater: true });
  if (outcome.outcome === 'invalid') throw invalid(outcome.problems);
  if (outcome.outcome !== 'saved') throw new Error(`A locked tale could not be saved: ${outcome.outcome}.`);
}

const SEND_OUTCOME = 'send_suggestion_outcome';

/** Closes a suggestion without open changes, and tells its sender. */
async function closeOrOpen(trx: Db, { row }: StoredSuggestion, hasOpen: boolean, note: string | undefined): Promise<void> {
  const state = hasOpen ? 'open' : 'decided';
  const closed_at = hasOpen ? null : sql<Date>`coalesce(closed_at, now())`;
  await trx
    .updateTable('suggestions')
    .set({ state, closed_at, note: note ?? row.note })
    .where('id', '=', row.id)
    .execute();
  if (state === 'decided' && row.state === 'open')
    await addJob(trx, SEND_OUTCOME, { suggestionId: row.id }, { key: `suggestion:${row.id}` });
}

type MailDeps = { db: Db; renderEmail: RenderEmail; publicUrl: string };

/** Sends the outcome of a decided suggestion to its sender. */
export function suggestionOutcomeTask({ db, renderEmail, publicUrl }: MailDeps): Task {
  return defineTask({
    name: SEND_OUTCOME,
    payload: z.strictObject({ suggestionId: z.uuid() }),
    run: async ({ suggestionId: id }) => {
      const found = await db
        .selectFrom('suggestions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select(['u.email', 'u.name', 's.tale_title', 's.note'])
        .where('s.id', '=', id)
        .where('s.state', '=', 'decided')
        .where('u.disabled_at', 'is', null)
        .executeTakeFirst();
      if (found === undefined) return;
      const { row } = await getSuggestion(db, id);
      const { email, name, tale_title: tale, note } = found;
      const kind = 'suggestion-decided';
      const link = publicUrl + urls.contributions();
      const { accepted, rejected } = row.counts;
      await queueEmail(db, { to: email, template: kind, ...(await renderEmail({ kind, name, tale, accepted, rejected, note, link })) });
    },
  });
}
