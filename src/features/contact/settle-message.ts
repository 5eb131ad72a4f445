/** What administrators do with a letter. Each deed and its entry in the audit log are one transaction. */
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { findMessage, getMessage, type StoredMessage, unknownMessage } from './list-messages.ts';
import type { LetterDeps } from './take-letter.ts';
import { TOPIC_NAMES } from './topics.ts';

/** `hasMailServer`: whether emails reach readers. */
export type AnswerDeps = LetterDeps & { hasMailServer: boolean };

const SEND_ANSWER = 'send_answer';

/**
 * Saves the answer and queues it as an email that quotes the question. Without a mail server it waits for one, and the message stays open.
 * Throws 404 `unknown_message`, 409 `no_address` when the reader gave none, 409 `already_answered`.
 */
export async function answerMessage(deps: AnswerDeps, actor: string, id: string, text: string): Promise<StoredMessage> {
  const { db, hasMailServer } = deps;
  const mail = await renderAnswer(deps, await getMessage(db, id), text);
  return transact(db, async (trx) => {
    const { email, answer } = await lockMessage(trx, id);
    if (email === null) throw new AppError(409, 'no_address', 'This reader gave no address, so there is nowhere to send an answer.');
    if (answer !== null) throw new AppError(409, 'already_answered', 'Somebody has answered this letter already.');
    const answered = { answer: text, answered_by: actor, answered_at: sql<Date>`now()`, is_answer_waiting: !hasMailServer };
    await trx.updateTable('messages').set(answered).where('id', '=', id).execute();
    if (hasMailServer) await sendAnswer(trx, deps, { id, email, mail });
    else await addJob(trx, SEND_ANSWER, { messageId: id }, { key: `answer:${id}` });
    await audit(trx, { actor, action: 'message.answered', subject: { kind: 'message', id } });
    return getMessage(trx, id);
  });
}

/** The task that sends an answer which was saved without a mail server. Only processes with a mail server run it: elsewhere its jobs wait. */
export function sendAnswerTask(deps: Omit<LetterDeps, 'log'>): Task {
  return defineTask({
    name: SEND_ANSWER,
    payload: z.strictObject({ messageId: z.uuid() }),
    run: async ({ messageId: id }) => {
      const asked = await findMessage(deps.db, id);
      if (!asked?.answer?.is_waiting) return;
      const mail = await renderAnswer(deps, asked, asked.answer.text);
      await transact(deps.db, async (trx) => {
        const { email, is_answer_waiting } = await lockMessage(trx, id);
        if (email !== null && is_answer_waiting) await sendAnswer(trx, deps, { id, email, mail });
      });
    },
  });
}

function renderAnswer({ renderMail, publicUrl }: Pick<LetterDeps, 'renderMail' | 'publicUrl'>, asked: StoredMessage, answer: string) {
  return renderMail({
    ...{ kind: 'message-answered', topic: TOPIC_NAMES[asked.topic], answer, text: asked.text },
    contactLink: publicUrl + urls.contact(),
  });
}

type Answer = { id: string; email: string; mail: Awaited<ReturnType<typeof renderAnswer>> };

async function sendAnswer(trx: Db, { contact }: Pick<LetterDeps, 'contact'>, { id, email, mail }: Answer): Promise<void> {
  const { replyTo } = contact;
  await queueMail(trx, { to: email, ...(replyTo !== undefined && { replyTo }), template: 'message-answered', ...mail });
  const answered = { status: 'answered', is_answer_waiting: false, settled_at: sql<Date>`now()` };
  await trx.updateTable('messages').set(answered).where('id', '=', id).execute();
}

/** Closes a letter, or opens it again; one that is so already stays as it is. Throws 404 `unknown_message`. */
export async function markMessage(db: Db, actor: string, id: string, status: 'new' | 'closed'): Promise<StoredMessage> {
  return transact(db, async (trx) => {
    const before = await lockMessage(trx, id);
    if (before.status !== status) {
      const settled_at = status === 'new' ? null : sql<Date>`now()`;
      await trx.updateTable('messages').set({ status, settled_at }).where('id', '=', id).execute();
      const action = status === 'new' ? 'message.reopened' : 'message.closed';
      await audit(trx, { actor, action, subject: { kind: 'message', id } });
    }
    return getMessage(trx, id);
  });
}

/** Deletes a letter with its answer. Throws 404 `unknown_message`. */
export async function deleteMessage(db: Db, actor: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockMessage(trx, id);
    await trx.deleteFrom('messages').where('id', '=', id).execute();
    await audit(trx, { actor, action: 'message.deleted', subject: { kind: 'message', id } });
  });
}

async function lockMessage(trx: Db, id: string) {
  const row = await trx
    .selectFrom('messages')
    .select(['status', 'email', 'answer', 'is_answer_waiting'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw unknownMessage();
  return row;
}
