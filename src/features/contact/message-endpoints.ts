/** Contact messages for administrators. Each change and its audit log entry are one transaction. */

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { ListCursor } from '#src/platform/http/list-query.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import type { MessageDeps } from './contact-routes.ts';
import { Message, MessagePage, type MessageRow } from './contract.ts';
import { multilineText } from './message-form.ts';
import { MESSAGE_STATUSES, type MessageStatus, TOPIC_LABELS, TOPICS, type Topic } from './message-labels.ts';
import { findMessage, type StoredMessage } from './messages.ts';

const MessageCount = z
  .object({ new: z.int().describe('Messages that are neither answered nor closed.') })
  .meta({ id: 'MessageCount', description: 'Number of new contact messages.' });

const PAGE_SIZE = 50;

/** Characters of the text shown in the list. */
const PREVIEW_LENGTH = 140;

type Admin = { id: string };
type MessageCall = { caller: Admin; params: { id: string } };

const MAX_ANSWER_LENGTH = 10_000;
const MessageId = z.strictObject({ id: z.uuid() });
const ListQuery = z.strictObject({
  topic: z.enum(TOPICS, 'Unknown topic.').optional().describe('Only messages with this topic.'),
  status: z.enum(MESSAGE_STATUSES, 'Unknown status.').optional().describe('new: neither answered nor closed.'),
  after: ListCursor,
});
const AnswerBody = z.strictObject({ text: multilineText(MAX_ANSWER_LENGTH, 'Enter an answer.') });
const StatusChange = z.strictObject({ status: z.enum(['new', 'closed'], 'Must be new or closed.') });

/** The API of contact messages. For administrators only: its guard must not accept API keys. */
export function messageEndpoints(deps: AnswerDeps): Endpoint<Admin>[] {
  const { db, hasMailServer } = deps;
  const withMailStatus = async (message: Promise<StoredMessage>): Promise<Message> => ({
    ...(await message),
    has_mail_server: hasMailServer,
  });
  const one = { params: MessageId, response: Message };
  return [
    endpoint({
      ...{
        id: 'listMessages',
        method: 'GET',
        path: '/messages',
        summary: 'List contact messages',
        description: 'Messages of readers, newest first.',
        query: ListQuery,
        response: MessagePage,
      },
      run: ({ query }: { query: z.output<typeof ListQuery>; caller: Admin }) => listMessages(db, query),
    }),
    endpoint({
      ...{
        id: 'countNewMessages',
        method: 'GET',
        path: '/messages/count',
        summary: 'Count new contact messages',
        description: 'The number of messages that are neither answered nor closed.',
        response: MessageCount,
      },
      run: async (_: { caller: Admin }) => ({ new: await countNewMessages(db) }),
    }),
    endpoint({
      ...{
        id: 'getMessage',
        method: 'GET',
        path: '/messages/{id}',
        summary: 'Get a contact message',
        description: 'One message with its answer.',
        ...one,
      },
      run: ({ params }: MessageCall) => withMailStatus(getMessage(db, params.id)),
    }),
    endpoint({
      ...{
        id: 'answerMessage',
        method: 'POST',
        path: '/messages/{id}/answer',
        summary: 'Answer a contact message',
        description: 'Answers a message by email. Without a mail server the answer is queued until one is configured.',
        body: AnswerBody,
        ...one,
      },
      errors: { 409: 'The message has no email address, or is already answered' },
      run: ({ caller, params, body }: MessageCall & { body: z.output<typeof AnswerBody> }) =>
        withMailStatus(answerMessage(deps, caller.id, params.id, body.text)),
    }),
    endpoint({
      ...{
        id: 'updateMessage',
        method: 'PATCH',
        path: '/messages/{id}',
        summary: 'Close or reopen a contact message',
        description: 'Sets the status of a message.',
        body: StatusChange,
        ...one,
      },
      run: ({ caller, params, body }: MessageCall & { body: z.output<typeof StatusChange> }) =>
        withMailStatus(setMessageStatus(db, caller.id, params.id, body.status)),
    }),
    endpoint({
      ...{
        id: 'deleteMessage',
        method: 'DELETE',
        path: '/messages/{id}',
        summary: 'Delete a contact message',
        description: 'Deletes a message permanently.',
        params: MessageId,
      },
      run: async ({ caller, params }: MessageCall) => {
        await deleteMessage(db, caller.id, params.id);
        return undefined;
      },
    }),
  ];
}

/** `hasMailServer`: whether emails are actually delivered. */
type AnswerDeps = MessageDeps & { hasMailServer: boolean };

const SEND_ANSWER = 'send_answer';

/**
 * Saves the answer and queues it as an email that quotes the message. Without a mail server it waits for one, and the message stays open.
 * @throws AppError 404 `unknown_message`, 409 `no_address`, 409 `already_answered`
 */
export async function answerMessage(deps: AnswerDeps, actor: string, id: string, text: string): Promise<StoredMessage> {
  const { db, hasMailServer } = deps;
  const mail = await renderAnswer(deps, await getMessage(db, id), text);
  return transact(db, async (trx) => {
    const { email, answer } = await lockMessage(trx, id);
    if (email === null) throw new AppError(409, 'no_address', 'The sender gave no email address, so this message cannot be answered.');
    if (answer !== null) throw new AppError(409, 'already_answered', 'This message has already been answered.');
    const answered = { answer: text, answered_by: actor, answered_at: sql<Date>`now()`, is_answer_waiting: !hasMailServer };
    await trx.updateTable('contact_messages').set(answered).where('id', '=', id).execute();
    if (hasMailServer) await sendAnswer(trx, deps, { id, email, mail });
    else await addJob(trx, SEND_ANSWER, { messageId: id }, { key: `answer:${id}` });
    await audit(trx, { actor, action: 'message.answered', subject: { kind: 'message', id } });
    return getMessage(trx, id);
  });
}

/** Sends an answer that was saved without a mail server. Only processes with a mail server run this task; elsewhere its jobs wait. */
export function sendAnswerTask(deps: Omit<MessageDeps, 'log'>): Task {
  return defineTask({
    name: SEND_ANSWER,
    payload: z.strictObject({ messageId: z.uuid() }),
    run: async ({ messageId: id }) => {
      const message = await findMessage(deps.db, id);
      if (!message?.answer?.is_waiting) return;
      const mail = await renderAnswer(deps, message, message.answer.text);
      await transact(deps.db, async (trx) => {
        const { email, is_answer_waiting } = await lockMessage(trx, id);
        if (email !== null && is_answer_waiting) await sendAnswer(trx, deps, { id, email, mail });
      });
    },
  });
}

function renderAnswer({ renderEmail, publicUrl }: Pick<MessageDeps, 'renderEmail' | 'publicUrl'>, message: StoredMessage, answer: string) {
  return renderEmail({
    ...{ kind: 'message-answered', topic: TOPIC_LABELS[message.topic], answer, text: message.text },
    contactLink: publicUrl + urls.contact(),
  });
}

type AnswerEmail = { id: string; email: string; mail: Awaited<ReturnType<typeof renderAnswer>> };

async function sendAnswer(trx: Db, { contact }: Pick<MessageDeps, 'contact'>, { id, email, mail }: AnswerEmail): Promise<void> {
  const { replyTo } = contact;
  await queueEmail(trx, { to: email, ...(replyTo !== undefined && { replyTo }), template: 'message-answered', ...mail });
  const answered = { status: 'answered', is_answer_waiting: false, resolved_at: sql<Date>`now()` };
  await trx.updateTable('contact_messages').set(answered).where('id', '=', id).execute();
}

/** Closes or reopens a message; a no-op if it has that status. @throws AppError 404 `unknown_message` */
async function setMessageStatus(db: Db, actor: string, id: string, status: 'new' | 'closed'): Promise<StoredMessage> {
  return transact(db, async (trx) => {
    const before = await lockMessage(trx, id);
    if (before.status !== status) {
      const resolved_at = status === 'new' ? null : sql<Date>`now()`;
      await trx.updateTable('contact_messages').set({ status, resolved_at }).where('id', '=', id).execute();
      const action = status === 'new' ? 'message.reopened' : 'message.closed';
      await audit(trx, { actor, action, subject: { kind: 'message', id } });
    }
    return getMessage(trx, id);
  });
}

/** Deletes a message with its answer. @throws AppError 404 `unknown_message` */
async function deleteMessage(db: Db, actor: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockMessage(trx, id);
    await trx.deleteFrom('contact_messages').where('id', '=', id).execute();
    await audit(trx, { actor, action: 'message.deleted', subject: { kind: 'message', id } });
  });
}

async function lockMessage(trx: Db, id: string) {
  const row = await trx
    .selectFrom('contact_messages')
    .select(['status', 'email', 'answer', 'is_answer_waiting'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw unknownMessage();
  return row;
}

type MessageQuery = { topic?: Topic | undefined; status?: MessageStatus | undefined; after: string };

/** Lists messages, newest first, 50 per page. @throws AppError 400 for an invalid cursor. */
async function listMessages(db: Db, { topic, status, after }: MessageQuery): Promise<MessagePage> {
  // Ids are UUIDv7 and so ordered by time.
  const conditions: RawBuilder<boolean>[] = [after === '' ? sql`true` : sql`id < ${readCursor(after, 'text').id}::uuid`];
  if (topic !== undefined) conditions.push(sql`topic = ${topic}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  const { rows } = await sql<Omit<MessageRow, 'created_at'> & { created_at: Date }>`
    select id, topic, status, left(regexp_replace(text, '\\s+', ' ', 'g'), ${PREVIEW_LENGTH}::integer) as start, tale_title as tale,
      email is not null as has_email, created_at
    from contact_messages where ${sql.join(conditions, sql` and `)} order by id desc limit ${PAGE_SIZE + 1}`.execute(db);
  const messages = rows.slice(0, PAGE_SIZE).map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  const last = messages.at(-1);
  return { messages, next: rows.length > PAGE_SIZE && last !== undefined ? writeCursor({ key: '', id: last.id }) : null };
}

/** Counts messages that are neither answered nor closed. */
async function countNewMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @throws AppError 404 `unknown_message` */
async function getMessage(db: Db, id: string): Promise<StoredMessage> {
  const message = await findMessage(db, id);
  if (message === undefined) throw unknownMessage();
  return message;
}

function unknownMessage() {
  return notFound('This message does not exist.', 'unknown_message');
}
