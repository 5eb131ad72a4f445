/** Changes of state of submissions: every one is written here, with its audit entry and its email. */
import { sql } from 'kysely';
import type { RenderEmail, SubmissionEmailData } from '#src/emails/emails.ts';
import { queueWebhookEvent } from '#src/features/webhooks/webhooks.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import type { SubmissionFields, SubmissionState } from './submission-fields.ts';
import type { StoredSubmission } from './submission-rows.ts';

type RenderedEmail = Awaited<ReturnType<RenderEmail>>;

type Change = {
  to: Exclude<SubmissionState, 'draft'>;
  /** Who changes it: the author or a reviewer. */
  actor: string;
  /** What the reviewer wrote. */
  note?: string;
  taleId?: string;
  /** For `submitted`: the checked fields. */
  submitted?: { fields: SubmissionFields; words: number };
  /** The email to the author, rendered before the transaction. */
  mail?: RenderedEmail & { template: SubmissionEmailData['kind'] };
};

const FROM: Record<Change['to'], readonly SubmissionState[]> = {
  submitted: ['draft', 'changes_requested', 'withdrawn'],
  withdrawn: ['submitted', 'changes_requested'],
  changes_requested: ['submitted'],
  accepted: ['submitted'],
  declined: ['submitted', 'changes_requested'],
};

/**
 * Writes the new state of a locked submission, in the transaction of the caller. Webhooks and the author are notified here.
 * @throws AppError 409 `wrong_state`
 */
export async function changeState(trx: Db, submission: StoredSubmission, change: Change): Promise<void> {
  const { id, round, email } = submission;
  const { to, actor, note, taleId, submitted, mail } = change;
  assertChange(submission, to);
  const title = (submitted?.fields ?? submission.submitted ?? submission.fields).title;
  if (submitted !== undefined) {
    const fields = JSON.stringify(submitted.fields);
    await trx
      .insertInto('submission_versions')
      .values({ submission_id: id, number: round + 1, fields, words: submitted.words })
      .execute();
    await trx
      .updateTable('submissions')
      .set({ fields, round: round + 1, submitted_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
  }
  const isDecision = to !== 'submitted' && to !== 'withdrawn';
  await trx
    .updateTable('submissions')
    .set({ state: to, version: submission.version + 1, updated_at: sql<Date>`now()` })
    .$if(isDecision, (query) => query.set({ note: note ?? '', decided_at: sql<Date>`now()`, decided_by: actor }))
    .$if(taleId !== undefined, (query) => query.set({ tale_id: taleId ?? null }))
    .where('id', '=', id)
    .execute();
  await audit(trx, {
    ...{ actor, action: `submission.${to.replace('_', '-')}`, subject: { kind: 'submission', id } },
    details: { title },
  });
  // Titles and texts stay private until the tale is published.
  if (to !== 'withdrawn')
    await queueWebhookEvent(trx, { type: `submission.${to}`, subject: `submission:${id}`, data: { id, tale: taleId ?? null } });
  // Without an account, or with a disabled one, nobody is told.
  if (mail !== undefined && email !== null) await queueEmail(trx, { to: email, ...mail });
}

/** @throws AppError 409 `wrong_state` */
export function assertChange({ state }: Pick<StoredSubmission, 'state'>, to: Change['to']): void {
  if (FROM[to].includes(state)) return;
  throw new AppError(409, 'wrong_state', WRONG_STATES[state]);
}

const WRONG_STATES: Record<SubmissionState, string> = {
  draft: 'This submission is a draft. Submit it first.',
  submitted: 'This submission is being reviewed. Withdraw it to edit it.',
  changes_requested: 'Changes were requested. The author has not submitted the tale again yet.',
  accepted: 'This submission was accepted already.',
  declined: 'This submission was declined already.',
  withdrawn: 'The author has withdrawn this submission.',
};
