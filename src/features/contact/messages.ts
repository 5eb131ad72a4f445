/** Queries of contact messages, their retention, and their part in the data export. */
import { type RawBuilder, sql } from 'kysely';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { Message, MessagePage, MessageRow } from './contract.ts';
import type { MessageStatus, Topic } from './message-labels.ts';

const PAGE_SIZE = 50;
/** Characters of the text shown in the list. */
const PREVIEW_LENGTH = 140;

type MessageQuery = { topic?: Topic | undefined; status?: MessageStatus | undefined; after: string };

/** Lists messages, newest first, 50 per page. @throws AppError 400 for an invalid cursor. */
export async function listMessages(db: Db, { topic, status, after }: MessageQuery): Promise<MessagePage> {
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
export async function countNewMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A message without the fields that depend on the process. */
export type StoredMessage = Omit<Message, 'has_mail_server'>;

type Row = Pick<Message, 'id' | 'topic' | 'status' | 'text' | 'email'> & {
  tale_title: string | null;
  slug: string | null;
  created_at: Date;
  resolved_at: Date | null;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
  is_answer_waiting: boolean;
};

/** @throws AppError 404 `unknown_message` */
export async function getMessage(db: Db, id: string): Promise<StoredMessage> {
  const message = await findMessage(db, id);
  if (message === undefined) throw unknownMessage();
  return message;
}

export async function findMessage(db: Db, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.topic, m.status, m.text, m.email, m.tale_title, t.slug, m.created_at, m.resolved_at, m.answer, m.answered_at,
      p.name as answered_by, m.is_answer_waiting
    from contact_messages m left join tales t on t.id = m.tale_id left join users p on p.id = m.answered_by
    where m.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const {
    tale_title: title,
    slug,
    created_at,
    resolved_at,
    answer,
    answered_at: at,
    answered_by: by,
    is_answer_waiting: is_waiting,
    ...rest
  } = row;
  return {
    ...rest,
    tale: title === null ? null : { title, slug },
    created_at: created_at.toISOString(),
    settled_at: resolved_at?.toISOString() ?? null,
    answer: answer === null || at === null ? null : { text: answer, at: at.toISOString(), by, is_waiting },
  };
}

export function unknownMessage() {
  return notFound('This message does not exist.', 'unknown_message');
}

const RETENTION_MONTHS = 12;

/** Deletes messages that were answered or closed twelve months ago. Returns the number deleted. */
export async function removeOldMessages(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_messages')
    .where(sql<boolean>`resolved_at <= clock_timestamp() - ${RETENTION_MONTHS} * interval '1 month'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns the messages sent with an account's email address, for the data export. */
export async function exportMessages(db: Db, email: string): Promise<object[]> {
  const columns = ['topic', 'text', 'email', 'tale_title', 'status', 'created_at', 'answer', 'answered_at'] as const;
  return db.selectFrom('contact_messages').select(columns).where(sql`lower(email)`, '=', email).orderBy('id').execute();
}

/** Removes the sender's address from their messages. The messages stay: a rights claim remains valid without it. */
export async function anonymizeSender(db: Db, email: string): Promise<void> {
  await db.updateTable('contact_messages').set({ email: null, is_answer_waiting: false }).where(sql`lower(email)`, '=', email).execute();
  await db.updateTable('outbound_emails').set({ reply_to: null }).where(sql`lower(reply_to)`, '=', email).execute();
}
