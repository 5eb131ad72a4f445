import { type RawBuilder, sql } from 'kysely';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { Message, MessagePage, MessageRow } from './contract.ts';
import type { Status } from './statuses.ts';
import type { Topic } from './topics.ts';

const PAGE = 50;
/** Of a letter, in the list. */
const START = 140;

export type MessageQuery = { topic?: Topic | undefined; status?: Status | undefined; after: string };

/** Letters of readers, newest first, 50 a page. Throws a bad request for a foreign cursor. */
export async function listMessages(db: Db, { topic, status, after }: MessageQuery): Promise<MessagePage> {
  // Ids of ours (UUID 7) rise with time.
  const conditions: RawBuilder<boolean>[] = [after === '' ? sql`true` : sql`id < ${readCursor(after, 'text').id}::uuid`];
  if (topic !== undefined) conditions.push(sql`topic = ${topic}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  const { rows } = await sql<Omit<MessageRow, 'created_at'> & { created_at: Date }>`
    select id, topic, status, left(regexp_replace(text, '\\s+', ' ', 'g'), ${START}::integer) as start, tale_title as tale,
      email is not null as has_email, created_at
    from messages where ${sql.join(conditions, sql` and `)} order by id desc limit ${PAGE + 1}`.execute(db);
  const messages = rows.slice(0, PAGE).map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  const last = messages.at(-1);
  return { messages, next: rows.length > PAGE && last !== undefined ? writeCursor({ key: '', id: last.id }) : null };
}

/** How many nobody has answered or closed yet. */
export async function countNewMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A message without what the process adds to it. */
export type StoredMessage = Omit<Message, 'has_mail_server'>;

type Row = Pick<Message, 'id' | 'topic' | 'status' | 'text' | 'email'> & {
  tale_title: string | null;
  slug: string | null;
  created_at: Date;
  settled_at: Date | null;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
  is_answer_waiting: boolean;
};

/** One letter. Throws 404 `unknown_message`. */
export async function getMessage(db: Db, id: string): Promise<StoredMessage> {
  const message = await findMessage(db, id);
  if (message === undefined) throw unknownMessage();
  return message;
}

export async function findMessage(db: Db, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.topic, m.status, m.text, m.email, m.tale_title, t.slug, m.created_at, m.settled_at, m.answer, m.answered_at,
      p.name as answered_by, m.is_answer_waiting
    from messages m left join tales t on t.id = m.tale_id left join profiles p on p.id = m.answered_by
    where m.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const {
    tale_title: title,
    slug,
    created_at,
    settled_at,
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
    settled_at: settled_at?.toISOString() ?? null,
    answer: answer === null || at === null ? null : { text: answer, at: at.toISOString(), by, is_waiting },
  };
}

export function unknownMessage() {
  return notFound('There is no such letter.', 'unknown_message');
}
