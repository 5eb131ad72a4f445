/** Registration. Responses and timing do not reveal whether an address has an account. */

import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { transact } from '#src/platform/db/transact.ts';
import { isUniqueViolation, unavailable } from '#src/platform/errors.ts';
import { invalid, parseBody, problemsByField, readBody, readFormOrJson } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { type Account, deleteCredentials, findAccount, insertAccount, lockUnverifiedAccount, type NewAccount } from './account-rows.ts';
import { NameField, NextField, PasswordField, withConfirmation } from './auth-schemas.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { AddressBody, AddressField } from './email-address.ts';
import { clientOf, type FormFields, NO_STORE } from './http-helpers.ts';
import { revokeTokens } from './one-time-tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { weakPassword, weakPasswordReasons } from './password-rules.ts';
import { consumeNetworkLimit, consumeSignInAttempt, refundSignInAttempt, tooManyRequests, withMailLimit } from './rate-limits.ts';
import { simulateMail, simulateRegistration } from './timing-decoy.ts';
import { verificationRoutes } from './verification.ts';
import { type MailDeps, renderVerificationEmail, resendVerificationEmail } from './verification-emails.ts';

const REGISTRATION = { name: NameField, email: AddressField, password: PasswordField, next: NextField };
export const RegistrationBody = z.strictObject(REGISTRATION);
export const RegistrationPost = withConfirmation(z.strictObject({ ...REGISTRATION, confirm: PasswordField }));
type Registration = z.output<typeof RegistrationBody>;

export const AddressChangeBody = z.strictObject({ email: AddressField, password: PasswordField, newEmail: AddressField, next: NextField });

/** The routes under /api/v1/registrations and /api/v1/verifications, and the forms of their pages. */
export function registrationRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  // The same response for every outcome.
  const accepted = (c: Context<AppEnv>) => c.json({}, 202, NO_STORE);
  app.post(urls.api('/registrations'), guard, async (c) => {
    await register(deps, readWithNewPassword(RegistrationBody, await readFormOrJson(c)), clientOf(c));
    return accepted(c);
  });
  app.post(urls.api('/registrations/resend'), guard, async (c) => {
    await resendVerification(deps, await readBody(c, AddressBody), clientOf(c));
    return accepted(c);
  });
  app.post(urls.api('/registrations/address'), guard, async (c) => {
    await changeAddress(deps, await readBody(c, AddressChangeBody), clientOf(c));
    return accepted(c);
  });

  const form = (path: string, href: string, keep: string[], work: (fields: FormFields, client: string) => Promise<void>) =>
    app.post(path, guard, (c) => {
      const submit = async (fields: FormFields) => {
        await work(fields, clientOf(c));
        return urls.registerSent();
      };
      return respondToForm(c, { renderForm: deps.renderForm, href, keep, work: submit });
    });
  form(urls.register(), urls.register(), ['name', 'email', 'next'], async (fields, client) => {
    const { name, email, password, next } = readWithNewPassword(RegistrationPost, fields);
    await register(deps, { name, email, password, next }, client);
  });
  form(urls.resend(), urls.registerSent(), ['email', 'next'], (fields, client) =>
    resendVerification(deps, parseBody(AddressBody, fields), client),
  );
  form(urls.registerAddress(), urls.registerAddress(), ['email', 'newEmail', 'next'], (fields, client) =>
    changeAddress(deps, parseBody(AddressChangeBody, fields), client),
  );
  app.route('/', verificationRoutes(deps));
  return app;
}

/**
 * Creates an unverified account and queues the confirmation email in one transaction, or notifies the owner of the existing
 * account. `client` is the client's address; the password must have passed `weakPasswordReasons`.
 * @throws AppError 429 `too_many`, 503 `busy`; then nothing has changed
 */
export async function register(deps: MailDeps, registration: Registration, client: string): Promise<void> {
  await consumeNetworkLimit(deps.db, 'register', client);
  const { email, next, password } = registration;
  const found = await findAccount(deps.db, email);
  const existing = found ?? (await createAccount(deps, { ...registration, passwordHash: await hashPassword(password) }, next));
  if (existing === undefined) return;
  if (found !== undefined) await simulateRegistration(deps.db);
  // One hash in any case: verifying takes as long as hashing.
  const isSamePassword = await verifyPassword(existing.isVerified ? undefined : existing.passwordHash, password);
  await notifyAddressOwner(deps, existing, { email, next, isSamePassword });
}

/**
 * Sends the confirmation email again, which revokes the link of the previous one.
 * @throws AppError 429 `too_many`
 */
export async function resendVerification(
  deps: MailDeps,
  recipient: { email: string; next?: string | undefined },
  client: string,
): Promise<void> {
  await consumeNetworkLimit(deps.db, 'ask for a mail', client);
  const account = await findAccount(deps.db, recipient.email);
  await resendVerificationEmail(deps, account?.isVerified === false ? account : undefined, recipient);
}

type AddressChange = { email: string; password: string; newEmail: string; next?: string | undefined };

/**
 * Corrects the unconfirmed address of a new account. The password proves ownership and counts as a sign-in attempt. Does not
 * reveal whether it was correct, or whether either address has an account.
 * @throws AppError 429 `too_many`, 503 `busy`
 */
async function changeAddress(deps: MailDeps, { email, password, newEmail, next }: AddressChange, client: string): Promise<void> {
  await consumeNetworkLimit(deps.db, 'ask for a mail', client);
  const attempt = { email, address: client, isKnownDevice: false };
  const verdict = await consumeSignInAttempt(deps.db, attempt);
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds);
  const account = await findAccount(deps.db, email);
  const isCorrect = await verifyPassword(account?.passwordHash, password).catch(async (error) => {
    await refundSignInAttempt(deps.db, attempt);
    throw error;
  });
  if (isCorrect) await refundSignInAttempt(deps.db, attempt);
  const isOwner = isCorrect && account?.isVerified === false && !account.isDisabled;
  const owner = isOwner ? account : undefined;
  if (owner === undefined || email === newEmail) return resendVerificationEmail(deps, owner, { email, next });
  const taken = (await findAccount(deps.db, newEmail)) ?? (await moveAccount(deps, owner, { email: newEmail, next }));
  // Already moved by the same request, sent twice.
  if (taken === undefined || taken.id === owner.id) return;
  await notifyAddressOwner(deps, taken, { email: newEmail, next, isSamePassword: false });
}

/**
 * Like `register`, for an identity whose provider has not verified the address. `account`: not yet linked to any account.
 * @throws AppError 429 `too_many`, 503 `busy`
 */
export async function registerIdentity(deps: MailDeps, account: NewAccount, next: string, client: string): Promise<void> {
  await consumeNetworkLimit(deps.db, 'register', client);
  const { email } = account;
  const found = await findAccount(deps.db, email);
  const existing = found ?? (await createAccount(deps, account, next));
  if (existing === undefined) return;
  if (found !== undefined) await simulateRegistration(deps.db);
  await notifyAddressOwner(deps, existing, { email, next, isSamePassword: false });
}

/** Returns undefined after creating the account, else the account that already has the address. */
async function createAccount(deps: MailDeps, account: NewAccount, next: string | undefined): Promise<Account | undefined> {
  const { email } = account;
  let person: string | undefined;
  const isCreated = await withVerificationEmail(deps, { email, next }, async (trx, mail) => {
    person = await insertAccount(trx, account);
    if (person === undefined) return false;
    await mail?.queue(trx, person);
    return true;
  });
  if (!isCreated) return findExisting(deps, email);
  deps.log.info({ event: 'account_registered', person }, 'User registered');
  return undefined;
}

/** Returns undefined after moving the account, else the account that already has the new address. */
async function moveAccount(deps: MailDeps, owner: Account, { email, next }: { email: string; next?: string | undefined }) {
  try {
    await withVerificationEmail(deps, { email, next }, async (trx, mail) => {
      // Also if the same request, sent twice, has moved it: the one without an email, as the other has used up the limit, may come first.
      const isFound =
        (await lockUnverifiedAccount(trx, owner)) || (mail !== undefined && (await lockUnverifiedAccount(trx, { ...owner, email })));
      if (!isFound) return false;
      await trx.updateTable('users').set({ email }).where('id', '=', owner.id).execute();
      // Revokes the link sent to the previous address.
      await revokeTokens(trx, owner.id);
      await mail?.queue(trx, owner.id);
      return true;
    });
    return undefined;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return findExisting(deps, email);
  }
}

type RenderedEmail = Awaited<ReturnType<typeof renderVerificationEmail>>;

/**
 * Runs `work` in a transaction with the email to queue. If the address has reached its limit, `work` runs without an email, after
 * the same amount of work. Returns the result of `work`: whether anything changed.
 */
async function withVerificationEmail(
  deps: MailDeps,
  recipient: { email: string; next?: string | undefined },
  work: (trx: AccountDeps['db'], mail: RenderedEmail | undefined) => Promise<boolean>,
): Promise<boolean> {
  const mail = await renderVerificationEmail(deps, recipient);
  let isDone = false;
  const isAllowed = await withMailLimit(deps.db, { kind: 'verify', email: recipient.email }, async () => {
    isDone = await transact(deps.db, (trx) => work(trx, mail));
    return isDone;
  });
  if (isAllowed) return isDone;
  await simulateMail(deps.db, 'verify');
  return transact(deps.db, (trx) => work(trx, undefined));
}

async function findExisting({ db }: MailDeps, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  // Deleted in between: the client may retry.
  if (account === undefined) throw unavailable('busy', 1);
  return account;
}

/**
 * Parses a body with a new password, and reports errors of the fields and of the password together.
 * @throws AppError 422 `invalid`, or `weak_password` when nothing else is wrong
 */
function readWithNewPassword<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  const { name, email, password } = textsOf(body);
  const problems = parsed.success ? {} : problemsByField(parsed.error);
  const reasons = password === '' || problems.password !== undefined ? [] : weakPasswordReasons(password, { name, email });
  if (parsed.success && reasons.length === 0) return parsed.data;
  if (parsed.success) throw weakPassword(reasons);
  throw invalid(reasons.length === 0 ? problems : { ...problems, password: reasons });
}

function textsOf(body: unknown): { name: string; email: string; password: string } {
  const { name, email, password } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: textOf(name), email: textOf(email), password: textOf(password) };
}

/**
 * Notifies the owner of an address by email that someone tried to register with it. The client learns nothing.
 *
 * The owner of an unverified account is unknown: either registration may be a stranger's who hopes that the owner confirms the
 * stranger's password or identity. If two different ones were chosen for an address, both are discarded. The owner then confirms the
 * address, is signed in, and gets an email to choose a password (`verifyAddress`).
 */
async function notifyAddressOwner(
  deps: MailDeps,
  account: Account,
  { email, next, isSamePassword }: { email: string; next?: string | undefined; isSamePassword: boolean },
): Promise<void> {
  if (account.isVerified) return sendAlreadyRegistered(deps, account);
  if (!isSamePassword) {
    await transact(deps.db, async (trx) => {
      if (await lockUnverifiedAccount(trx, account)) await deleteCredentials(trx, account.id);
    });
  }
  await resendVerificationEmail(deps, account, { email, next });
}

async function sendAlreadyRegistered({ db, publicUrl, renderEmail }: MailDeps, { name, email, isDisabled }: Account): Promise<void> {
  const links = { loginLink: `${publicUrl}${urls.login()}`, resetLink: `${publicUrl}${urls.forgotPassword()}` };
  const mail = await renderEmail({ kind: 'already-registered', name, ...links });
  const isAllowed = await withMailLimit(db, { kind: 'already-registered', email }, async () => {
    if (isDisabled) return simulateMail(db);
    await transact(db, async (trx) => {
      await queueEmail(trx, { to: email, template: 'already-registered', ...mail });
    });
  });
  if (!isAllowed) await simulateMail(db);
}
