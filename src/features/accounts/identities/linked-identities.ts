/** Identities of providers that an account is linked to: listed, linked and unlinked in the settings. */
import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, isUniqueViolation, notFound } from '#src/platform/errors.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { insertIdentity, lockAccount } from '../account-rows.ts';
import type { AccountDeps } from '../deps.ts';
import type { Guards, SessionUser } from '../guards.ts';
import { clientOf, logAccountChange, readId } from '../http-helpers.ts';
import { type ConfirmedPassword, confirmPassword, lockConfirmedPassword, readConfirmation } from '../password.ts';
import { consumeNetworkLimit } from '../rate-limits.ts';
import { IdentityLink } from '../settings-schemas.ts';
import { getProvider, type Identity } from './identity-provider.ts';
import { startPendingLogin } from './pending-logins.ts';

/** `provider`: its name, or the host of one that is no longer configured. `linked` is ISO 8601 in UTC. */
export type AccountIdentity = { id: string; provider: string; linked: string };

const MAX_IDENTITIES = 20;

/** For accountRoutes, which protects against cross-site requests. Both changes require the password. */
export function identityRoutes(deps: AccountDeps, guards: Guards): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const path = urls.api('/account/identities');
  app.post(path, async (c) => {
    const person = await guards.person(c);
    const { provider: id, current } = await readBody(c, IdentityLink);
    const provider = getProvider(deps.providers, id);
    await confirmPassword(deps, c, person, current);
    await consumeNetworkLimit(deps.db, 'log in with a provider', clientOf(c));
    const link = { userId: person.id, sessionId: person.sessionId };
    const secrets = await startPendingLogin(c, deps, id, { next: urls.settings(), link });
    return c.json({ url: await provider.authorizationUrl(secrets) });
  });
  app.delete(`${path}/:id`, async (c) => {
    const { person, confirmed } = await readConfirmation(deps, guards, c);
    await unlinkIdentity(deps, person, readId(c), confirmed);
    logAccountChange(c, deps, 'identity_unlinked', person);
    return c.body(null, 204);
  });
  return app;
}

export async function listIdentities({ db, providers }: Pick<AccountDeps, 'db' | 'providers'>, userId: string): Promise<AccountIdentity[]> {
  const rows = await db
    .selectFrom('credentials')
    .select(['id', 'provider_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ id: row.id, provider: nameOf(providers, row.provider_id), linked: row.created_at.toISOString() }));
}

/** Identities for the export of an account, as the providers know them. */
export async function exportIdentities(db: Db, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('credentials')
    .select(['provider_id', 'account_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ issuer: row.provider_id, subject: row.account_id, linked: row.created_at.toISOString() }));
}

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('credentials')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Links an identity to the account of the session that started it, and notifies the owner. Linking it again changes nothing.
 * @throws AppError 409 `identity_taken` when it belongs to another account, 409 `too_many_identities`
 */
export async function linkIdentity(c: Context<AppEnv>, deps: AccountDeps, person: SessionUser, identity: Identity): Promise<void> {
  const { db, publicUrl, renderEmail, providers } = deps;
  const kind = 'identity-linked';
  const settingsLink = `${publicUrl}${urls.settings()}`;
  const mail = await renderEmail({ kind, name: person.name, provider: nameOf(providers, identity.issuer), settingsLink });
  const isLinked = await transact(db, async (trx) => {
    await lockAccount(trx, person.id);
    const owner = await trx
      .selectFrom('credentials')
      .select('user_id')
      .where('provider_id', '=', identity.issuer)
      .where('account_id', '=', identity.subject)
      .executeTakeFirst();
    if (owner?.user_id === person.id) return false;
    if (owner !== undefined) throw taken();
    if ((await listIdentities({ db: trx, providers }, person.id)).length >= MAX_IDENTITIES)
      throw new AppError(409, 'too_many_identities', `You can link at most ${MAX_IDENTITIES} logins. Please unlink one first.`);
    await insertIdentity(trx, person.id, identity);
    await queueEmail(trx, { to: person.email, template: kind, ...mail });
    return true;
  }).catch((error) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  if (isLinked) logAccountChange(c, deps, 'identity_linked', person);
}

/**
 * Unlinks an identity and notifies the owner.
 * @throws AppError 404 `no_identity`, 409 `last_method`, and as `lockConfirmedPassword`
 */
async function unlinkIdentity(deps: AccountDeps, person: SessionUser, id: string, confirmed: ConfirmedPassword): Promise<void> {
  const { db, publicUrl, renderEmail } = deps;
  const found = (await listIdentities(deps, person.id)).find((identity) => identity.id === id);
  if (found === undefined) throw noIdentity();
  const kind = 'identity-unlinked';
  const settingsLink = `${publicUrl}${urls.settings()}`;
  const mail = await renderEmail({ kind, name: person.name, provider: found.provider, settingsLink });
  await transact(db, async (trx) => {
    await lockConfirmedPassword(trx, person, confirmed);
    const { numDeletedRows } = await trx.deleteFrom('credentials').where('id', '=', id).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw noIdentity();
    await assertHasMethod(trx, person.id);
    await queueEmail(trx, { to: person.email, template: kind, ...mail });
  });
}

/**
 * Call after removing an identity or a passkey, in the transaction that has locked the account.
 * @throws AppError 409 `last_method` when neither password, passkey nor identity remains
 */
export async function assertHasMethod(trx: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ methods: number }>`
    select ((select count(*) from credentials where user_id = ${userId}) + (select count(*) from passkeys where user_id = ${userId}))::int as methods`.execute(
    trx,
  );
  if (rows[0]?.methods === 0)
    throw new AppError(409, 'last_method', 'This is your only way to log in. Set a password or add another way first.');
}

function nameOf(providers: AccountDeps['providers'], issuer: string): string {
  return providers.find((provider) => provider.issuer === issuer)?.name ?? new URL(issuer).host;
}

function taken(): AppError {
  return new AppError(409, 'identity_taken', 'This login already belongs to another account.');
}

function noIdentity(): AppError {
  return notFound('This login is no longer linked.', 'no_identity');
}
