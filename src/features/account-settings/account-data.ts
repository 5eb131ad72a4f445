/** Export and deletion of everything stored about a user. */

import { sql } from 'kysely';
import {
  type AccountDeps,
  assertNotLastAdministrator,
  type ConfirmedPassword,
  exportIdentities,
  lockConfirmedPassword,
  type SessionUser,
} from '#src/features/accounts/accounts.ts';
import { exportKeys } from '#src/features/api-keys/api-keys.ts';
import { anonymizeSender, exportMessages } from '#src/features/contact/contact.ts';
import { exportFiles } from '#src/features/files/files.ts';
import { deleteByAddress, exportDeliveries, exportNewsletter } from '#src/features/newsletter/newsletter.ts';
import { exportBookshelf } from '#src/features/reader-library/reader-library.ts';
import { exportSharedLists } from '#src/features/shared-lists/shared-lists.ts';
import { deleteSubmissionsOf, exportReviewComments, exportSubmissions } from '#src/features/submissions/submissions.ts';
import { deleteUnusedSuggestions, exportSuggestions } from '#src/features/suggestions/suggestions.ts';
import { exportDrafts } from '#src/features/tales/admin/drafts/drafts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { type AccountView, getAccount } from './get-account.ts';

/** An email to the user, without its text. */
type ExportedEmail = { subject: string; kind: string; created: string; sent: string | null };
/** An audit log entry by or about the user. Other users are omitted. */
type ExportedAction = { at: string; action: string; byMe: boolean; details: unknown };

export type AccountExport = {
  exported: string;
  account: AccountView;
  bookshelf: Record<string, unknown[]>;
  /** Links to shelves, without their tokens. */
  sharedLists: object[];
  newsletter: object[];
  /** Newsletter issues sent to the user. */
  letters: object[];
  /** Unsaved drafts of tales. */
  drafts: object[];
  /** Suggested changes of tales, with their text. */
  suggestions: object[];
  /** Submitted tales with their versions and comments, and comments written as a reviewer. */
  submissions: object[];
  reviewComments: object[];
  /** Files that the user added to the file library. */
  files: object[];
  /** Messages sent from the contact page with the user's address, and the replies. */
  messages: object[];
  /** Logins with providers, as these know them. */
  identities: object[];
  /** API keys, without the keys themselves. */
  keys: object[];
  /** Invitations by the user that were not accepted yet. */
  invitations: object[];
  mails: ExportedEmail[];
  administration: ExportedAction[];
};

/** Returns everything stored about a user, without hashes, tokens and secrets. */
export async function exportAccount(deps: Pick<AccountDeps, 'db' | 'auth' | 'providers'>, person: SessionUser): Promise<AccountExport> {
  const { db } = deps;
  return {
    exported: new Date().toISOString(),
    account: await getAccount(deps, person),
    bookshelf: await exportBookshelf(db, person.id),
    sharedLists: await exportSharedLists(db, person.id),
    newsletter: await exportNewsletter(db, person.id),
    letters: await exportDeliveries(db, person.id),
    drafts: await exportDrafts(db, person.id),
    suggestions: await exportSuggestions(db, person.id),
    submissions: await exportSubmissions(db, person.id),
    reviewComments: await exportReviewComments(db, person.id),
    files: await exportFiles(db, person.id),
    messages: await exportMessages(db, person.email),
    identities: await exportIdentities(db, person.id),
    keys: await exportKeys(db, person.id),
    invitations: await listInvitations(db, person.id),
    mails: await listEmails(db, person.email),
    administration: await listActions(db, person.id),
  };
}

async function listInvitations(db: Db, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['email', 'role', 'created_at'])
    .where('invited_by', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ email, role, created_at }) => ({ email, role, created: created_at.toISOString() }));
}

async function listEmails(db: Db, email: string): Promise<ExportedEmail[]> {
  const rows = await db
    .selectFrom('outbound_emails')
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

async function listActions(db: Db, userId: string): Promise<ExportedAction[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'details', sql<boolean>`actor is not distinct from ${userId}`.as('byMe')])
    .where(({ or, and, eb }) => or([eb('actor', '=', userId), and([eb('subject_kind', '=', 'user'), eb('subject_id', '=', userId)])]))
    .orderBy('id')
    .execute();
  return rows.map(({ at, ...action }) => ({ ...action, at: at.toISOString() }));
}

/**
 * Deletes an account and everything that belongs to it. Foreign keys cascade from the profile; `deleteUnlinkedData` covers the
 * rest. The farewell email is deleted once it has been sent.
 * @throws AppError 409 `last_admin`, 403 `wrong_password` when the password has changed since it was confirmed
 */
export async function deleteAccount({ db, renderEmail }: AccountDeps, person: SessionUser, confirmed: ConfirmedPassword): Promise<void> {
  const kind = 'account-deleted';
  const mail = await renderEmail({ kind, name: person.name });
  await transact(db, async (trx) => {
    await assertNotLastAdministrator(trx, person.id);
    await lockConfirmedPassword(trx, person, confirmed);
    await deleteUnlinkedData(trx, person);
    await trx.deleteFrom('users').where('id', '=', person.id).execute();
    await queueEmail(trx, { to: person.email, template: kind, ...mail });
  });
}

/** Deletes rows without a foreign key to the profile. */
async function deleteUnlinkedData(trx: Db, { id, email }: SessionUser): Promise<void> {
  await deleteUnusedSuggestions(trx, id);
  await deleteByAddress(trx, id);
  await anonymizeSender(trx, email);
  await deleteSubmissionsOf(trx, id);
  await trx
    .deleteFrom('one_time_tokens')
    .where(({ or, eb }) => or([eb('subject', '=', id), eb('email', '=', email)]))
    .execute();
  await trx.deleteFrom('verifications').where('value', 'like', `%${id}%`).execute();
  await trx.deleteFrom('outbound_emails').where(sql`lower(to_address)`, '=', email).execute();
}
