/** Passkeys in the settings: created by the browser, verified and stored by better-auth. */
import { type Context, Hono } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import { lockAccount } from './account-rows.ts';
import { challengeSetCookies } from './cookies.ts';
import type { AccountDeps } from './deps.ts';
import type { Guards, SessionUser } from './guards.ts';
import { logAccountChange, readId, sessionHeaders } from './http-helpers.ts';
import { assertHasMethod } from './identities/linked-identities.ts';
import { isPlausible, userHandleOf } from './passkey-sign-in.ts';
import { type ConfirmedPassword, lockConfirmedPassword, readConfirmation } from './password.ts';
import { tooManyAttempts } from './rate-limits.ts';
import { NewPasskey, PasskeyName } from './settings-schemas.ts';

/** For accountRoutes, which protects against cross-site requests. Adding and removing a passkey require the password. */
export function passkeyRoutes(deps: AccountDeps, guards: Guards): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const path = urls.api('/account/passkeys');
  app.post(`${path}/options`, async (c) => {
    const { person } = await readConfirmation(deps, guards, c);
    return c.json(await creationOptions(c, deps, person));
  });
  app.post(path, async (c) => {
    const person = await guards.person(c);
    const passkey = await addPasskey(c, deps, person, await readBody(c, NewPasskey));
    logAccountChange(c, deps, 'passkey_added', person);
    return c.json(passkey, 201);
  });
  app.patch(`${path}/:id`, async (c) => {
    const person = await guards.person(c);
    const { name } = await readBody(c, PasskeyName);
    await renamePasskey(deps.db, person, readId(c), name);
    return c.body(null, 204);
  });
  app.delete(`${path}/:id`, async (c) => {
    const { person, confirmed } = await readConfirmation(deps, guards, c);
    await removePasskey(deps, person, readId(c), confirmed);
    logAccountChange(c, deps, 'passkey_removed', person);
    return c.body(null, 204);
  });
  return app;
}

/** `created` is ISO 8601 in UTC. */
export type AccountPasskey = { id: string; name: string; created: string };

const MAX_PASSKEYS = 20;
/** Browser responses per user: each is verified in a transaction. */
const ATTEMPTS: RateLimit = { points: 30, windowSeconds: 15 * 60 };

export async function listPasskeys(db: Db, userId: string): Promise<AccountPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, name, created_at }) => ({ id, name: name ?? 'Passkey', created: created_at.toISOString() }));
}

/**
 * Returns options for `navigator.credentials.create` (PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3), and sets the
 * challenge cookie, which is valid for five minutes. The password must have been confirmed.
 * @throws AppError 409 `too_many_passkeys`
 */
async function creationOptions(c: Context<AppEnv>, { db, auth, publicUrl }: AccountDeps, person: SessionUser): Promise<object> {
  await assertBelowMaximum(db, person);
  const { api } = await auth();
  const { response, headers } = await api.generatePasskeyRegistrationOptions({ headers: sessionHeaders(c), returnHeaders: true });
  for (const cookie of challengeSetCookies(headers, publicUrl, 'passkey')) c.header('Set-Cookie', cookie, { append: true });
  return { ...response, rp: { ...response.rp, name: siteName() }, user: { ...response.user, id: userHandleOf(person.id) } };
}

/**
 * Saves a passkey created with such options, and notifies the owner.
 * @throws AppError 422 `passkey_refused` for every reason, 409 `too_many_passkeys`, 429 `too_many`
 */
async function addPasskey(
  c: Context<AppEnv>,
  deps: AccountDeps,
  person: SessionUser,
  { name, response: credential }: NewPasskey,
): Promise<AccountPasskey> {
  const { db, auth, publicUrl, renderEmail } = deps;
  const { isAllowed, retryAfterSeconds } = await consume(db, `passkey setup ${person.id}`, ATTEMPTS);
  if (!isAllowed) throw tooManyAttempts(retryAfterSeconds);
  if (!isPlausible(credential)) throw rejected();
  const { on } = await auth();
  const kind = 'passkey-added';
  const mail = await renderEmail({ kind, name: person.name, passkey: name, settingsLink: `${publicUrl}${urls.settings()}` });
  const { transports = [], ...attestation } = credential.response;
  const response = { ...credential, clientExtensionResults: {}, response: { ...attestation, transports } };
  const saved = await transact(db, async (trx) => {
    await lockAccount(trx, person.id);
    await assertBelowMaximum(trx, person);
    await queueEmail(trx, { to: person.email, template: kind, ...mail });
    return on(trx)
      .verifyPasskeyRegistration({ body: { response, name }, headers: sessionHeaders(c) })
      .catch(throwRejected);
  });
  return { id: saved.id, name, created: new Date(saved.createdAt).toISOString() };
}

/** @throws AppError 404 `no_passkey` for an unknown passkey or one of another user */
async function renamePasskey(db: Db, person: SessionUser, id: string, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', person.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noPasskey();
}

/**
 * Removes a passkey and notifies the owner.
 * @throws AppError 404 `no_passkey`, 409 `last_method`, and as `lockConfirmedPassword`
 */
async function removePasskey(
  { db, publicUrl, renderEmail }: AccountDeps,
  person: SessionUser,
  id: string,
  confirmed: ConfirmedPassword,
): Promise<void> {
  const found = await db.selectFrom('passkeys').select('name').where('user_id', '=', person.id).where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw noPasskey();
  const kind = 'passkey-removed';
  const settingsLink = `${publicUrl}${urls.settings()}`;
  const mail = await renderEmail({ kind, name: person.name, passkey: found.name ?? 'Passkey', settingsLink });
  await transact(db, async (trx) => {
    await lockConfirmedPassword(trx, person, confirmed);
    const { numDeletedRows } = await trx.deleteFrom('passkeys').where('id', '=', id).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw noPasskey();
    await assertHasMethod(trx, person.id);
    await queueEmail(trx, { to: person.email, template: kind, ...mail });
  });
}

async function assertBelowMaximum(db: Db, person: SessionUser): Promise<void> {
  if ((await listPasskeys(db, person.id)).length >= MAX_PASSKEYS)
    throw new AppError(409, 'too_many_passkeys', `You can have at most ${MAX_PASSKEYS} passkeys. Please remove one first.`);
}

function noPasskey(): AppError {
  return notFound('This passkey no longer exists.', 'no_passkey');
}

function throwRejected(error: unknown): never {
  // better-auth rejects with 400 and 401, and with 500 for a response that it could not parse.
  if ((error as { statusCode?: unknown }).statusCode === undefined) throw error;
  throw rejected();
}

function rejected(): AppError {
  return new AppError(422, 'passkey_refused', 'This passkey could not be added. Please try again.');
}
