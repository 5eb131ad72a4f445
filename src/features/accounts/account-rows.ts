/** Queries of the profile and credentials of an account. */
import { type RawBuilder, sql } from 'kysely';
import type { Role } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';
import { revokeAccess } from './sessions.ts';

export type Account = {
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
  isDisabled: boolean;
  passwordHash: string | undefined;
  /** Has an identity of a provider. */
  hasIdentity: boolean;
  hasSecondFactor: boolean;
  /** Has API keys that are not revoked. */
  hasApiKeys: boolean;
};

/** better-auth's provider id of passwords. That of an identity is the issuer, a URL. */
const PASSWORD = 'credential';

/** `email`: canonical. */
export function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return selectAccount(db, sql<boolean>`users.email = ${email}`);
}

/** Finds the account that an identity is linked to. */
export function findAccountByIdentity(db: Db, { issuer, subject }: { issuer: string; subject: string }): Promise<Account | undefined> {
  return selectAccount(
    db,
    sql<boolean>`users.id = (select user_id from credentials where provider_id = ${issuer} and account_id = ${subject})`,
  );
}

async function selectAccount(db: Db, condition: RawBuilder<boolean>): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('credentials', (join) => join.onRef('credentials.user_id', '=', 'users.id').on('provider_id', '=', PASSWORD))
    .select(sql<boolean>`exists (select from api_keys where user_id = users.id and revoked_at is null)`.as('has_api_keys'))
    .select(sql<boolean>`exists (select from credentials i where i.user_id = users.id and i.provider_id <> ${PASSWORD})`.as('has_identity'))
    .select(['users.id', 'name', 'email', 'email_verified', 'disabled_at', 'password', 'two_factor_enabled'])
    .where(condition)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...{ id: row.id, name: row.name, email: row.email },
    isVerified: row.email_verified,
    isDisabled: row.disabled_at !== null,
    passwordHash: row.password ?? undefined,
    hasIdentity: row.has_identity,
    hasSecondFactor: row.two_factor_enabled,
    hasApiKeys: row.has_api_keys,
  };
}

/** How the owner of a new account logs in. */
type FirstCredential = { passwordHash: string } | { identity: { issuer: string; subject: string } };
export type NewAccount = { name: string; email: string } & FirstCredential;

/** Inserts an unverified account and returns its id; undefined when the address already has an account. */
export async function insertAccount(trx: Db, account: NewAccount): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('users')
    .values({ name: account.name, email: account.email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) await insertCredential(trx, inserted.id, account);
  return inserted?.id;
}

/**
 * Inserts an account whose owner has proven the address, and returns its id. An unconfirmed account with the address, which anyone may
 * have registered, is taken over without its credentials. Undefined when the address has an account that is confirmed or disabled.
 */
export async function insertConfirmedAccount(trx: Db, account: NewAccount & { role: Role }): Promise<string | undefined> {
  const { name, email, role } = account;
  let id = await insertAccount(trx, account);
  if (id === undefined) {
    const existing = await findAccount(trx, email);
    if (existing === undefined || existing.isDisabled || !(await lockUnverifiedAccount(trx, existing))) return undefined;
    id = existing.id;
    await revokeAccess(trx, id);
    await deleteCredentials(trx, id);
    await insertCredential(trx, id, account);
  }
  const confirmed = { name, role, email_verified: true, updated_at: sql<Date>`now()` };
  await trx.updateTable('users').set(confirmed).where('id', '=', id).execute();
  return id;
}

/** Sets the password of an account. */
export async function writePassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('credentials')
    .set({ password: passwordHash, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await insertCredential(trx, userId, { passwordHash });
}

/** Deletes the password and all identities. */
export async function deleteCredentials(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('credentials').where('user_id', '=', userId).execute();
}

/** Locks an account until the end of the transaction. Lock it before all other rows of the account, to avoid deadlocks. */
export async function lockAccount(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Locks an unverified account until the end of the transaction. False when it has been verified, deleted, or given another address
 * since it was read.
 */
export async function lockUnverifiedAccount(trx: Db, { id, email }: Pick<Account, 'id' | 'email'>): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function insertCredential(trx: Db, userId: string, credential: FirstCredential): Promise<void> {
  if ('identity' in credential) return insertIdentity(trx, userId, credential.identity);
  await trx
    .insertInto('credentials')
    .values({ user_id: userId, provider_id: PASSWORD, account_id: userId, password: credential.passwordHash })
    .execute();
}

/** Links an identity to an account. Fails with a unique violation when it is linked already. */
export async function insertIdentity(trx: Db, userId: string, { issuer, subject }: { issuer: string; subject: string }): Promise<void> {
  await trx.insertInto('credentials').values({ user_id: userId, provider_id: issuer, account_id: subject }).execute();
}
