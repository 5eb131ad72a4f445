/** Queries of the profile and password of an account. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export type Account = {
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
  isDisabled: boolean;
  passwordHash: string | undefined;
  hasSecondFactor: boolean;
  /** Has API keys that are not revoked. */
  hasApiKeys: boolean;
};

/** better-auth's provider id of passwords. */
const PASSWORD = 'credential';

/** `email`: canonical. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('credentials', (join) => join.onRef('credentials.user_id', '=', 'users.id').on('provider_id', '=', PASSWORD))
    .select(sql<boolean>`exists (select from api_keys where user_id = users.id and revoked_at is null)`.as('has_api_keys'))
    .select(['users.id', 'name', 'email', 'email_verified', 'disabled_at', 'password', 'two_factor_enabled'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...{ id: row.id, name: row.name, email },
    isVerified: row.email_verified,
    isDisabled: row.disabled_at !== null,
    passwordHash: row.password ?? undefined,
    hasSecondFactor: row.two_factor_enabled,
    hasApiKeys: row.has_api_keys,
  };
}

/** Inserts an unverified account with a password and returns its id; undefined when the address already has an account. */
export async function insertAccount(trx: Db, account: { name: string; email: string; passwordHash: string }): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('users')
    .values({ name: account.name, email: account.email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) await insertPassword(trx, inserted.id, account.passwordHash);
  return inserted?.id;
}

/** Sets the password of an account. */
export async function writePassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('credentials')
    .set({ password: passwordHash, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await insertPassword(trx, userId, passwordHash);
}

export async function deletePassword(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('credentials').where('user_id', '=', userId).where('provider_id', '=', PASSWORD).execute();
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

async function insertPassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  await trx
    .insertInto('credentials')
    .values({ user_id: userId, provider_id: PASSWORD, account_id: userId, password: passwordHash })
    .execute();
}
