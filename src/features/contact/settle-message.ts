/** What administrators do with a letter. Each deed and its entry in the audit log are one transaction. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import type { Message } from './contract.ts';
import { getMessage, unknownMessage } from './list-messages.ts';
import type { LetterDeps } from './take-letter.ts';
import { TOPIC_NAMES } from './topics.ts';

/**
 * Keeps the answer and queues it as a mail that quotes the question. Throws 404 `unknown_message`, 409 `no_address` when the reader
 * gave none, 409 `already_answered`.
 */
export async function answerMessage(deps: LetterDeps, actor: string, id: string, text: string): Promise<Message> {
  const { db, publicUrl, renderMail, contact } = deps;
  const asked = await getMessage(db, id);
  const mail = await renderMail({
    ...{ kind: 'message-answered', topic: TOPIC_NAMES[asked.topic], answer: text, text: asked.text },
    contactLink: publicUrl + urls.contact(),
  });
  return transact(db, async (trx) => {
    const { email, answer } = await lockMessage(trx, id);
    if (email === null) throw new AppError(409, 'no_address', 'This reader gave no address, so there is nowhere to send an answer.');
    if (answer !== null) throw new AppError(409, 'already_answered', 'Somebody has answered this letter already.');
    const settled = { status: 'answered', answer: text, answered_by: actor, answered_at: sql<Date>`now()`, settled_at: sql<Date>`now()` };
    await trx.updateTable('messages').set(settled).where('id', '=', id).execute();
    const { replyTo } = contact;
    await queueMail(trx, { to: email, ...(replyTo !== undefined && { replyTo }), template: 'message-answered', ...mail });
    await audit(trx, { actor, action: 'message.answered', subject: { kind: 'message', id } });
    return getMessage(trx, id);
  });
}

/** Closes a letter, or opens it again; one that is so already stays as it is. Throws 404 `unknown_message`. */
export async function markMessage(db: Db, actor: string, id: string, status: 'new' | 'closed'): Promise<Message> {
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
  const row = await trx.selectFrom('messages').select(['status', 'email', 'answer']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw unknownMessage();
  return row;
}
