/** Making accounts. Whoever registers is told the same thing whether the address was known or not, after the same work. */
import { transact } from '#src/platform/db/transact.ts';
import { unavailable } from '#src/platform/errors.ts';
import { takeNetworkTurn, tooMany, withMailTurn } from './account-limits.ts';
import { type Account, findAccount, insertAccount, lockUnverified } from './account-rows.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { Registration } from './registration-input.ts';
import { rehearseAccount } from './rehearsal.ts';
import { returnSignInTry, takeSignInTry } from './sign-in-limits.ts';
import { askAgain, drawVerification, type MailDeps, tellOwner } from './verification-mails.ts';

/**
 * Makes an account that waits for its address to be confirmed, and queues the mail in the same transaction; or tells the owner
 * of the account that the address has. `client`: address of the client. The password has been judged. Throws 429, and 503 when
 * too many passwords wait; then nothing has happened.
 */
export async function register(deps: MailDeps, registration: Registration, client: string): Promise<void> {
  await takeNetworkTurn(deps.db, 'register', client);
  const { email, next, password } = registration;
  const found = await findAccount(deps.db, email);
  const known = found ?? (await makeAccount(deps, registration));
  if (known === undefined) return;
  if (found !== undefined) await rehearseAccount(deps.db);
  // One hash in any case: comparing takes as long as making one.
  const isSamePassword = await verifyPassword(known.isVerified ? undefined : known.passwordHash, password);
  await tellOwner(deps, known, { email, next, isSamePassword });
}

/** Asks once more to confirm an address; the link of the mail before ends. Throws 429. */
export async function resendVerification(
  deps: MailDeps,
  asked: { email: string; next?: string | undefined },
  client: string,
): Promise<void> {
  await takeNetworkTurn(deps.db, 'ask for a mail', client);
  const account = await findAccount(deps.db, asked.email);
  await askAgain(deps, account?.isVerified === false ? account : undefined, asked);
}

type AddressChange = { email: string; password: string; newEmail: string; next?: string | undefined };

/**
 * Puts another address in the place of one that was mistyped and never confirmed. The password is the proof, and counts as a
 * try to sign in. Nothing tells whether it was right, or whether either address is known. Throws 429 and 503.
 */
export async function changeAddress(deps: MailDeps, { email, password, newEmail, next }: AddressChange, client: string): Promise<void> {
  await takeNetworkTurn(deps.db, 'ask for a mail', client);
  const attempt = { email, address: client, isKnownDevice: false };
  const verdict = await takeSignInTry(deps.db, attempt);
  if (!verdict.isAllowed) throw tooMany(verdict.retryAfterSeconds);
  const account = await findAccount(deps.db, email);
  const isRight = await verifyPassword(account?.passwordHash, password).catch(async (error) => {
    await returnSignInTry(deps.db, attempt);
    throw error;
  });
  if (isRight) await returnSignInTry(deps.db, attempt);
  const isOwner = isRight && account?.isVerified === false && !account.isDisabled;
  const owner = isOwner ? account : undefined;
  if (owner === undefined || email === newEmail) return askAgain(deps, owner, { email, next });
  const taken = (await findAccount(deps.db, newEmail)) ?? (await moveAccount(deps, owner, { email: newEmail, next }));
  // Moved already by the same order, sent twice.
  if (taken === undefined || taken.id === owner.id) return;
  await tellOwner(deps, taken, { email: newEmail, next, isSamePassword: false });
}

/** Undefined when the account was made; else the one that was there first. */
async function makeAccount(deps: MailDeps, { name, email, password, next }: Registration): Promise<Account | undefined> {
  const passwordHash = await hashPassword(password);
  const mail = await drawVerification(deps, { name, email, next });
  const id = await transact(deps.db, async (trx) => {
    const made = await insertAccount(trx, { name, email, passwordHash });
    if (made !== undefined) await mail.queue(trx, made);
    return made;
  });
  if (id === undefined) return findFirst(deps, email);
  deps.log.info({ event: 'account_registered', person: id }, 'Someone registered');
  await countMail(deps, email);
  return undefined;
}

/** Undefined when the account has the new address now; else the one that has it. */
async function moveAccount(deps: MailDeps, owner: Account, { email, next }: { email: string; next?: string | undefined }) {
  const mail = await drawVerification(deps, { name: owner.name, email, next });
  const isMoved = await transact(deps.db, async (trx) => {
    if (!(await lockUnverified(trx, owner))) return true;
    await trx.updateTable('profiles').set({ email }).where('id', '=', owner.id).execute();
    // Takes the place of the token that went to the address before.
    await mail.queue(trx, owner.id);
    return true;
  }).catch((error: { code?: unknown }) => {
    if (error.code === UNIQUE_VIOLATION) return false;
    throw error;
  });
  if (!isMoved) return findFirst(deps, email);
  await countMail(deps, email);
  return undefined;
}

const UNIQUE_VIOLATION = '23505';

/** The mail of a new account goes out in any case, and is counted afterwards, so that a try which failed cannot cost it. */
async function countMail({ db }: MailDeps, email: string): Promise<void> {
  await withMailTurn(db, { kind: 'verify', email }, async () => {});
}

async function findFirst({ db }: MailDeps, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  // It was there, and is gone: whoever asks again finds out what holds now.
  if (account === undefined) throw unavailable('busy', 1);
  return account;
}
