/** Administrators made from the server: by its settings at the start, or by a command. All others are made by administrators. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { Log } from '#src/platform/log.ts';
import { parseMailAddress } from '#src/platform/mail/address.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { isBlank, isBroken } from '#src/platform/text.ts';
import { canonicalEmail } from './canonical-email.ts';
import { endAccess } from './end-access.ts';
import { hasAdministrator, lockAdministrators } from './last-administrator.ts';
import { weakPasswordReasons } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

export type NewAdministrator = { name: string; email: string; password: string };

/** Someone with this address, as the one who asks for an administrator should know. */
export type KnownPerson = { id: string; name: string; role: 'user' | 'admin'; isVerified: boolean; isDisabled: boolean };

const LONGEST_NAME = 100;

/**
 * Makes the first administrator from the settings ADMIN_EMAIL and ADMIN_PASSWORD, where there is none yet; of processes that
 * start at once one does. An address that has an account is left alone: whoever registered it may be anyone. Throws a StartError, without
 * the password, when it is weak.
 */
export async function createFirstAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  if (await hasAdministrator(db)) return;
  const name = nameOf(email);
  const [reason] = weakPasswordReasons(password, { email, name });
  if (reason !== undefined) throw new StartError(`ADMIN_PASSWORD cannot be used: ${reason}`);
  const made = await writeAdministrator(db, { name, email, password }, { onlyFirst: true });
  if (made === 'made') log.info({ event: 'admin_created', by: 'settings' }, 'The first administrator was made from the settings');
  if (made === 'address_taken')
    log.warn(
      { event: 'admin_not_created' },
      'No administrator was made: ADMIN_EMAIL has an account already. Give it the role with "npm run talewood -- admin create"',
    );
}

/** What is wrong with a name, an address or a password for an administrator: one sentence each, none when all is well. */
export function administratorProblems({ name, email, password }: Partial<NewAdministrator>): string[] {
  return [
    ...(name !== undefined && (isBlank(name) || isBroken(name) || name.length > LONGEST_NAME) ? ['A name has 1 to 100 characters.'] : []),
    ...(email !== undefined && parseMailAddress(canonicalEmail(email)) === undefined ? ['This is no e-mail address.'] : []),
    ...(password !== undefined ? weakPasswordReasons(password, { email: email ?? '', name: name ?? '' }) : []),
  ];
}

/** Makes an administrator whose address counts as verified. `address_taken`: there is an account, and nothing was changed. */
export function createAdministrator(db: Db, person: NewAdministrator): Promise<'made' | 'address_taken' | 'there_is_one'> {
  return writeAdministrator(db, person, { onlyFirst: false });
}

export async function findByEmail(db: Db, email: string): Promise<KnownPerson | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'name', 'role', 'email_verified', 'disabled_at'])
    .where('email', '=', addressOf(email))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const role = row.role === 'admin' ? 'admin' : 'user';
  return { id: row.id, name: row.name, role, isVerified: row.email_verified, isDisabled: row.disabled_at !== null };
}

/**
 * Gives an account the role; its sessions end. False, and nothing is changed, for one that is disabled, whose address nobody has
 * confirmed, or that has the role.
 */
export async function promote(db: Db, personId: string): Promise<boolean> {
  return transact(db, async (trx) => {
    await lockAdministrators(trx);
    const { numUpdatedRows } = await trx
      .updateTable('profiles')
      .set({ role: 'admin', updated_at: sql`now()` })
      .where('id', '=', personId)
      .where('role', '=', 'user')
      .where('email_verified', '=', true)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await endAccess(trx, personId);
    await audit(trx, { actor: null, action: 'user.role-changed', subject: { kind: 'user', id: personId }, details: { role: 'admin' } });
    return true;
  });
}

async function writeAdministrator(
  db: Db,
  { name, email, password }: NewAdministrator,
  { onlyFirst }: { onlyFirst: boolean },
): Promise<'made' | 'address_taken' | 'there_is_one'> {
  // Before the transaction: it takes long and waits for its turn.
  const hash = await hashPassword(password);
  return transact(db, async (trx) => {
    await lockAdministrators(trx);
    if (onlyFirst && (await hasAdministrator(trx))) return 'there_is_one';
    const profile = await trx
      .insertInto('profiles')
      .values({ name: name.normalize('NFC').trim(), email: addressOf(email), email_verified: true, role: 'admin' })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (profile === undefined) return 'address_taken';
    await trx
      .insertInto('credentials')
      .values({ user_id: profile.id, provider_id: 'credential', account_id: profile.id, password: hash })
      .execute();
    await audit(trx, { actor: null, action: 'user.created', subject: { kind: 'user', id: profile.id }, details: { role: 'admin' } });
    return 'made';
  });
}

function addressOf(email: string): string {
  const address = parseMailAddress(canonicalEmail(email));
  if (address === undefined) throw new TypeError('This is no e-mail address.');
  return address;
}

/** The specification's: what stands before the @. */
function nameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).slice(0, LONGEST_NAME);
}
