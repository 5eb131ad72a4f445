/** Making accounts. Whoever registers is told the same thing whether the address was known or not, after the same work. */
import { transact } from '#src/platform/db/transact.ts';
import { isUniqueViolation, unavailable } from '#src/platform/errors.ts';
import { takeNetworkTurn, tooMany, withMailTurn } from './account-limits.ts';
import { type Account, findAccount, insertAccount, lockUnverified } from './account-rows.ts';
import type { AccountDeps } from './deps.ts';
import { burnTokens } from './one-time-tokens.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { Registration } from './registration-input.ts';
import { rehearseAccount, rehearseMail } from './rehearsal.ts';
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
  let person: string | undefined;
  const isMade = await withVerification(deps, { email, next }, async (trx, mail) => {
    person = await insertAccount(trx, { name, email, passwordHash });
    if (person === undefined) return false;
    await mail?.queue(trx, person);
    return true;
  });
  if (!isMade) return findFirst(deps, email);
  deps.log.info({ event: 'account_registered', person }, 'Someone registered');
  return undefined;
}

/** Undefined when the account has the new address now; else the one that has it. */
async function moveAccount(deps: MailDeps, owner: Account, { email, next }: { email: string; next?: string | undefined }) {
  try {
    await withVerification(deps, { email, next }, async (trx, mail) => {
      if (!(await lockUnverified(trx, owner))) return false;
      await trx.updateTable('profiles').set({ email }).where('id', '=', owner.id).execute();
      // The link that went to the address before is for nobody any more.
      await burnTokens(trx, owner.id);
      await mail?.queue(trx, owner.id);
      return true;
    });
    return undefined;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return findFirst(deps, email);
  }
}

type Drawn = Awaited<ReturnType<typeof drawVerification>>;

/**
 * Runs the work in a transaction, with the mail to queue in it; without, and after as much work, where the address has had its mails.
 * Returns what the work does: whether anything was done.
 */
async function withVerification(
  deps: MailDeps,
  recipient: { email: string; next?: string | undefined },
  work: (trx: AccountDeps['db'], mail: Drawn | undefined) => Promise<boolean>,
): Promise<boolean> {
  const mail = await drawVerification(deps, recipient);
  let isDone = false;
  const isAllowed = await withMailTurn(deps.db, { kind: 'verify', email: recipient.email }, async () => {
    isDone = await transact(deps.db, (trx) => work(trx, mail));
    return isDone;
  });
  if (isAllowed) return isDone;
  await rehearseMail(deps.db, 'verify');
  return transact(deps.db, (trx) => work(trx, undefined));
}

async function findFirst({ db }: MailDeps, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  // It was there, and is gone: whoever asks again finds out what holds now.
  if (account === undefined) throw unavailable('busy', 1);
  return account;
}
