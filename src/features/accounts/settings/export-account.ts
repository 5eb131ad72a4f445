import { sql } from 'kysely';
import { exportKeys } from '#src/features/api-keys/api-keys.ts';
import { exportBookshelf } from '#src/features/bookshelf/bookshelf.ts';
import { exportMessages } from '#src/features/contact/contact.ts';
import { exportDrafts } from '#src/features/drafts/drafts.ts';
import { exportLetters, exportNewsletter } from '#src/features/newsletter/newsletter.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { type AccountView, getAccount } from './get-account.ts';

/** A mail to the person; its text is not kept. */
type ExportedMail = { subject: string; kind: string; created: string; sent: string | null };
/** What an administrator did to the person, or the person as one: `byMe`. To or by whom else is theirs. */
type ExportedDeed = { at: string; action: string; byMe: boolean; details: unknown };

export type AccountExport = {
  exported: string;
  account: AccountView;
  bookshelf: Record<string, unknown[]>;
  newsletter: object[];
  /** Which letters were sent. */
  letters: object[];
  /** What was begun to write and not saved. */
  drafts: object[];
  /** Letters written with the person's address on the contact page, with their answers. */
  messages: object[];
  /** Keys for programs; not what they say. */
  keys: object[];
  mails: ExportedMail[];
  administration: ExportedDeed[];
};

/** Everything that the site keeps about a person, for that person: no hashes, no tokens, no secrets. */
export async function exportAccount(deps: Pick<AccountDeps, 'db' | 'auth'>, person: Person): Promise<AccountExport> {
  const { db } = deps;
  return {
    exported: new Date().toISOString(),
    account: await getAccount(deps, person),
    bookshelf: await exportBookshelf(db, person.id),
    newsletter: await exportNewsletter(db, person.id),
    letters: await exportLetters(db, person.id),
    drafts: await exportDrafts(db, person.id),
    messages: await exportMessages(db, person.email),
    keys: await exportKeys(db, person.id),
    mails: await listMails(db, person.email),
    administration: await listDeeds(db, person.id),
  };
}

async function listMails(db: Db, email: string): Promise<ExportedMail[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['subject', 'template', 'created_at', 'sent_at'])
    .where(sql`lower(to_address)`, '=', email)
    .orderBy('id')
    .execute();
  return rows.map(({ subject, template, created_at, sent_at }) => ({
    subject,
    kind: template,
    created: created_at.toISOString(),
    sent: sent_at?.toISOString() ?? null,
  }));
}

async function listDeeds(db: Db, userId: string): Promise<ExportedDeed[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'details', sql<boolean>`actor is not distinct from ${userId}`.as('byMe')])
    .where(({ or, and, eb }) => or([eb('actor', '=', userId), and([eb('subject_kind', '=', 'user'), eb('subject_id', '=', userId)])]))
    .orderBy('id')
    .execute();
  return rows.map(({ at, ...deed }) => ({ ...deed, at: at.toISOString() }));
}
