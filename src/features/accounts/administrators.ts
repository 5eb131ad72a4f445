/** Administrators created on the server, by settings or by command, and the rule that one always remains. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { parseEmailAddress } from '#src/platform/mail/address.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { hasLoneSurrogate, isBlank } from '#src/platform/text.ts';
import { canonicalEmail } from './email-address.ts';
import { hashPassword } from './password-hash.ts';
import { weakPasswordReasons } from './password-rules.ts';
import { revokeAccess } from './sessions.ts';

type NewAdministrator = { name: string; email: string; password: string };

export type ExistingUser = { id: string; name: string; role: string; isVerified: boolean; isDisabled: boolean };

type CreateResult = 'created' | 'address_taken' | 'exists';

const MAX_NAME_LENGTH = 100;

/**
 * Creates the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD, unless there is one. Safe when several processes start at
 * once. An existing account with this address is not promoted, because anyone may have registered it.
 * @throws StartError for a weak password, without the password in it
 */
export async function createFirstAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  if (await hasAdministrator(db)) return;
  const name = nameFromEmail(email);
  const [reason] = weakPasswordReasons(password, { email, name });
  if (reason !== undefined) throw new StartError(`ADMIN_PASSWORD cannot be used: ${reason}`);
  const result = await insertAdministrator(db, { name, email, password }, { onlyFirst: true });
  if (result === 'created') log.info({ event: 'admin_created', by: 'settings' }, 'First administrator created from ADMIN_EMAIL');
  if (result === 'address_taken')
    log.warn(
      { event: 'admin_not_created' },
      'No administrator created: ADMIN_EMAIL already has an account. Promote it with "npm run talewood -- admin create"',
    );
}

/** Validation errors for the name, email address or password of an administrator, one sentence each. */
export function administratorProblems({ name, email, password }: Partial<NewAdministrator>): string[] {
  const isInvalidName = name !== undefined && (isBlank(name) || hasLoneSurrogate(name) || name.length > MAX_NAME_LENGTH);
  return [
    ...(isInvalidName ? ['The name must have 1 to 100 characters.'] : []),
    ...(email !== undefined && parseEmailAddress(canonicalEmail(email)) === undefined ? ['This is not a valid email address.'] : []),
    ...(password !== undefined ? weakPasswordReasons(password, { email: email ?? '', name: name ?? '' }) : []),
  ];
}

/** Creates an administrator with a verified address. `address_taken`: the address has an account, and nothing has changed. */
export function createAdministrator(db: Db, user: NewAdministrator): Promise<CreateResult> {
  return insertAdministrator(db, user, { onlyFirst: false });
}

export async function findByEmail(db: Db, email: string): Promise<ExistingUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'email_verified', 'disabled_at'])
    .where('email', '=', parseEmail(email))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { id: row.id, name: row.name, role: row.role, isVerified: row.email_verified, isDisabled: row.disabled_at !== null };
}

/**
 * Makes a user an administrator and ends their sessions. False, without a change, for an account that is disabled, unverified or
 * already an administrator.
 */
export async function promote(db: Db, userId: string): Promise<boolean> {
  return transact(db, async (trx) => {
    await lockAdministrators(trx);
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ role: 'admin', updated_at: sql`now()` })
      .where('id', '=', userId)
      .where('role', '<>', 'admin')
      .where('email_verified', '=', true)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await revokeAccess(trx, userId);
    await audit(trx, { actor: null, action: 'user.role-changed', subject: { kind: 'user', id: userId }, details: { role: 'admin' } });
    return true;
  });
}

/** An arbitrary key for an advisory lock. */
const ADMINISTRATORS_LOCK = 7_412_013;

/** Serializes changes of administrators until the end of the transaction. */
export async function lockAdministrators(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`.execute(trx);
}

/**
 * Call in a transaction that deletes, disables or demotes a user. Serializes such transactions.
 * @throws AppError 409 `last_admin` when no other administrator would remain
 */
export async function assertNotLastAdministrator(trx: Db, userId: string): Promise<void> {
  await lockAdministrators(trx);
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' and disabled_at is null and email_verified
    order by (id = ${userId}::uuid) desc limit 2`.execute(trx);
  if (rows.length === 1 && rows[0]?.id === userId)
    throw new AppError(409, 'last_admin', 'This is the only administrator. Make someone else an administrator first.');
}

async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role', '=', 'admin').where('disabled_at', 'is', null).limit(1).execute();
  return found.length > 0;
}

async function insertAdministrator(
  db: Db,
  { name, email, password }: NewAdministrator,
  { onlyFirst }: { onlyFirst: boolean },
): Promise<CreateResult> {
  // Before the transaction, because it is slow and may wait.
  const hash = await hashPassword(password);
  return transact(db, async (trx) => {
    await lockAdministrators(trx);
    if (onlyFirst && (await hasAdministrator(trx))) return 'exists';
    const profile = await trx
      .insertInto('users')
      .values({ name: name.normalize('NFC').trim(), email: parseEmail(email), email_verified: true, role: 'admin' })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (profile === undefined) return 'address_taken';
    await trx
      .insertInto('credentials')
      .values({ user_id: profile.id, provider_id: 'credential', account_id: profile.id, password: hash })
      .execute();
    await audit(trx, { actor: null, action: 'user.created', subject: { kind: 'user', id: profile.id }, details: { role: 'admin' } });
    return 'created';
  });
}

function parseEmail(email: string): string {
  const address = parseEmailAddress(canonicalEmail(email));
  if (address === undefined) throw new TypeError('Not a valid email address.');
  return address;
}

/** The part before the @, as in the specification. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).slice(0, MAX_NAME_LENGTH);
}
