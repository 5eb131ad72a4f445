/** Queries of contact messages, their retention, and their part in the data export. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { urls } from '#src/urls.ts';
import type { Message } from './contract.ts';

/** A message without the fields that depend on the process. */
export type StoredMessage = Omit<Message, 'has_mail_server'>;

type Row = Pick<Message, 'id' | 'topic' | 'status' | 'text' | 'email'> & {
  tale_title: string | null;
  slug: string | null;
  list_path: string | null;
  list_name: string | null;
  list_id: string | null;
  created_at: Date;
  resolved_at: Date | null;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
  is_answer_waiting: boolean;
};

export async function findMessage(db: Db, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.topic, m.status, m.text, m.email, m.tale_title, t.slug, m.list_path, m.list_name,
      (select l.id from shared_lists l where m.list_path = ${urls.sharedList('/')} || l.token) as list_id, m.created_at, m.resolved_at, m.answer, m.answered_at,
      p.name as answered_by, m.is_answer_waiting
    from contact_messages m left join tales t on t.id = m.tale_id left join users p on p.id = m.answered_by
    where m.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const {
    tale_title: title,
    slug,
    list_path: path,
    list_name: name,
    list_id,
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
    list: path === null || name === null ? null : { name, path, id: list_id },
    created_at: created_at.toISOString(),
    settled_at: resolved_at?.toISOString() ?? null,
    answer: answer === null || at === null ? null : { text: answer, at: at.toISOString(), by, is_waiting },
  };
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
  const columns = ['topic', 'text', 'email', 'tale_title', 'list_name', 'status', 'created_at', 'answer', 'answered_at'] as const;
  return db.selectFrom('contact_messages').select(columns).where(sql`lower(email)`, '=', email).orderBy('id').execute();
}

/** Removes the sender's address from their messages. The messages stay: a rights claim remains valid without it. */
export async function anonymizeSender(db: Db, email: string): Promise<void> {
  await db.updateTable('contact_messages').set({ email: null, is_answer_waiting: false }).where(sql`lower(email)`, '=', email).execute();
  await db.updateTable('outbound_emails').set({ reply_to: null }).where(sql`lower(reply_to)`, '=', email).execute();
}
