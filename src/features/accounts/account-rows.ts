/** The rows of an account, as registration and recovery find and write them. */
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
  /** Keys for programs that may open something still. */
  hasApiKeys: boolean;
};

/** better-auth's name for a password among the ways to sign in. */
const PASSWORD = 'credential';

/** `email`: in its canonical form. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('profiles')
    .leftJoin('credentials', (join) => join.onRef('credentials.user_id', '=', 'profiles.id').on('provider_id', '=', PASSWORD))
    .select(sql<boolean>`exists (select from api_keys where person_id = profiles.id and revoked_at is null)`.as('has_api_keys'))
    .select(['profiles.id', 'name', 'email', 'email_verified', 'disabled_at', 'password', 'two_factor_enabled'])
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

/** Makes an account that is not verified, with its password, and returns its id; undefined when the address has one already. */
export async function insertAccount(trx: Db, account: { name: string; email: string; passwordHash: string }): Promise<string | undefined> {
  const made = await trx
    .insertInto('profiles')
    .values({ name: account.name, email: account.email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) await insertPassword(trx, made.id, account.passwordHash);
  return made?.id;
}

/** Gives an account its password, or another one. */
export async function writePassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('credentials')
    .set({ password: passwordHash, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await insertPassword(trx, userId, passwordHash);
}

/** Takes the password away: nobody can sign in with one until the owner of the address chooses another. */
export async function dropPassword(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('credentials').where('user_id', '=', userId).where('provider_id', '=', PASSWORD).execute();
}

/**
 * Holds an account until the end of the transaction: of changes to one account at the same time one comes after the other. Comes
 * before all other rows of the account, so that no two wait for each other.
 */
export async function lockAccount(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Holds an account that is not verified until the end of the transaction; false when it is verified now, has another address than
 * it was found with, or is gone.
 */
export async function lockUnverified(trx: Db, { id, email }: Pick<Account, 'id' | 'email'>): Promise<boolean> {
  const row = await trx
    .selectFrom('profiles')
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
