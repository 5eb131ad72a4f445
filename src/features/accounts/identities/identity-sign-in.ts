/** Signs in with the identity of a provider, which belongs to one account, or creates the account of a new person. */
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { UserView } from '#src/api-client/current-user.ts';
import { ROLES, type Role } from '#src/permissions.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { type Account, findAccountByIdentity, insertConfirmedAccount } from '../account-rows.ts';
import { assertNotLastAdministrator, lockAdministrators, nameFromEmail } from '../administrators.ts';
import type { SessionAnswer } from '../contract.ts';
import type { AccountDeps } from '../deps.ts';
import { clientOf } from '../http-helpers.ts';
import { takeInvitationOf } from '../invitations.ts';
import { registerIdentity } from '../registration.ts';
import { startSecondFactorChallenge } from '../second-factor.ts';
import { revokeAccess, startSession } from '../sessions.ts';
import { logSignIn, logSignInFailure } from '../sign-in-log.ts';
import { resendVerificationEmail } from '../verification-emails.ts';
import { type Identity, identityRefused } from './identity-provider.ts';

/** `isNew`: the account has just been created. */
type IdentityAnswer = { answer: SessionAnswer; isNew: boolean };

/**
 * Signs in the owner of the account that the identity is linked to, or starts a second-factor challenge. A new person gets an account. An
 * existing account is never linked by its address: its owner has to log in and link the identity in the settings.
 * @throws AppError 401 `identity_refused` for a disabled account, 409 `link_first` when the verified address has an account, 403
 * `confirm_email` after sending our own confirmation email, 422 `no_email`, 429 `too_many`
 */
export async function signInWithIdentity(c: Context<AppEnv>, deps: AccountDeps, identity: Identity, next: string): Promise<IdentityAnswer> {
  const account = await findAccountByIdentity(deps.db, identity);
  try {
    if (account !== undefined) return { answer: await signInAccount(c, deps, account, identity, next), isNew: false };
    return { answer: { person: await createAccount(c, deps, identity, next) }, isNew: true };
  } catch (error) {
    const who = account === undefined ? { ...(identity.email && { email: identity.email }) } : { account: account.id };
    if (error instanceof AppError) logSignInFailure(c, deps, { reason: error.code, way: 'provider', ...who });
    throw error;
  }
}

async function signInAccount(
  c: Context<AppEnv>,
  deps: AccountDeps,
  account: Account,
  identity: Identity,
  next: string,
): Promise<SessionAnswer> {
  const { id, email } = account;
  if (account.isDisabled) throw identityRefused();
  if (!account.isVerified) {
    await resendVerificationEmail(deps, account, { email, next });
    throw confirmEmail();
  }
  const mail = await renderRoleEmail(deps, account, identity.role);
  if (account.hasSecondFactor) {
    await transact(deps.db, (trx) => applyRole(trx, deps, account, identity.role, mail));
    await startSecondFactorChallenge(c, deps, account, 'provider');
    return { secondFactor: true };
  }
  const person = await transact(deps.db, async (trx) => {
    await applyRole(trx, deps, account, identity.role, mail);
    const view = await startSession(c, { ...deps, db: trx }, id);
    // Unlinked in the meantime. The session has locked the account, so that unlinking waits.
    if ((await findAccountByIdentity(trx, identity))?.id !== id) throw identityRefused();
    return view;
  });
  logSignIn(c, deps, id, 'provider');
  return { person };
}

/** Creates the account of a new person; accepts an invitation of the address. */
async function createAccount(c: Context<AppEnv>, deps: AccountDeps, identity: Identity, next: string): Promise<UserView> {
  const { email, role } = identity;
  if (email === undefined)
    throw new AppError(422, 'no_email', 'The provider did not share an email address. Allow it there, or register with a password.');
  const account = { name: identity.name || nameFromEmail(email), email, identity };
  if (!identity.isEmailVerified) {
    await registerIdentity(deps, account, next, clientOf(c));
    throw confirmEmail();
  }
  const { id, person } = await transact(deps.db, async (trx) => {
    await lockAdministrators(trx);
    const invited = await takeInvitationOf(trx, email);
    const given = role ?? invited ?? 'user';
    const userId = await insertConfirmedAccount(trx, { ...account, role: given });
    if (userId === undefined)
      throw new AppError(409, 'link_first', 'This address already has an account. Log in to it, and link the provider in your settings.');
    const subject = { kind: 'user', id: userId };
    if (invited !== undefined) await audit(trx, { actor: userId, action: 'user.invitation-accepted', subject, details: { role: given } });
    else if (given !== 'user')
      await audit(trx, { actor: null, action: 'user.role-changed', subject, details: { from: 'user', to: given, by: 'provider' } });
    return { id: userId, person: await startSession(c, { ...deps, db: trx }, userId) };
  });
  deps.log.info({ event: 'account_registered', person: id }, 'User registered');
  logSignIn(c, deps, id, 'provider');
  return person;
}

type RenderedEmail = Awaited<ReturnType<AccountDeps['renderEmail']>>;

/** Renders the email about the role that the provider gives, if it is another one. */
async function renderRoleEmail(deps: AccountDeps, { id, name }: Account, role: Role | undefined): Promise<RenderedEmail | undefined> {
  if (role === undefined) return undefined;
  const user = await deps.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst();
  if (user?.role === role) return undefined;
  return deps.renderEmail({ kind: 'role-changed', name, role, loginLink: `${deps.publicUrl}${urls.login()}` });
}

/**
 * Sets the role that the provider gives, and sends the email about it. The last administrator keeps theirs. A role with more permissions
 * ends all sessions.
 */
async function applyRole(
  trx: Db,
  { log }: AccountDeps,
  { id: userId, email }: Account,
  role: Role | undefined,
  mail: RenderedEmail | undefined,
): Promise<void> {
  if (role === undefined) return;
  await lockAdministrators(trx);
  const before = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  if (before === undefined || before.role === role) return;
  try {
    if (before.role === 'admin') await assertNotLastAdministrator(trx, userId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ event: 'last_admin_kept', account: userId }, 'The provider gives the only administrator another role, which was ignored');
    return;
  }
  await trx.updateTable('users').set({ role, updated_at: sql<Date>`now()` }).where('id', '=', userId).execute();
  if (ROLES.indexOf(before.role as Role) < ROLES.indexOf(role)) await revokeAccess(trx, userId);
  if (mail !== undefined) await queueEmail(trx, { to: email, template: 'role-changed', ...mail });
  const details = { from: before.role, to: role, by: 'provider' };
  await audit(trx, { actor: null, action: 'user.role-changed', subject: { kind: 'user', id: userId }, details });
}

/** The same whether or not the address has an account. */
function confirmEmail(): AppError {
  return new AppError(403, 'confirm_email', 'Please confirm your email address first: we sent you a link.');
}
