import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { type AccountView, getAccount } from './get-account.ts';

/** A mail to the person; its text is not kept. */
type ExportedMail = { subject: string; kind: string; created: string; sent: string | null };
export type AccountExport = { exported: string; account: AccountView; mails: ExportedMail[] };

/** Everything that the site keeps about a person, for that person: no hashes, no tokens, no secrets. */
export async function exportAccount(deps: Pick<AccountDeps, 'db' | 'auth'>, person: Person): Promise<AccountExport> {
  return { exported: new Date().toISOString(), account: await getAccount(deps, person), mails: await listMails(deps.db, person.email) };
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
