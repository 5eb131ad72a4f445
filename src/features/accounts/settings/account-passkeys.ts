/** The passkeys of a person: made by the browser, checked and kept by better-auth. */
import type { Context } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { consume, type Limit } from '#src/platform/limits/limits.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { lockAccount } from '../account-rows.ts';
import { challengeIn } from '../challenge-cookies.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { isPlausible, userHandleOf } from '../passkey-checks.ts';
import { tooManyTries } from '../too-many-tries.ts';
import type { NewPasskey } from './account-forms.ts';
import { type Confirmed, holdPassword } from './confirm-password.ts';
import { sessionHeaders } from './session-headers.ts';

/** `created` is an ISO date-time in UTC. */
export type AccountPasskey = { id: string; name: string; created: string };

/** What one person may have: more are a mistake. */
const MOST = 20;
/** Answers of browsers that one person may send: each is checked in a transaction. */
const TRIES: Limit = { points: 30, windowSeconds: 15 * 60 };

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
 * The options for `navigator.credentials.create`, as JSON (WebAuthn level 3, PublicKeyCredentialCreationOptionsJSON), for a person
 * whose password was confirmed. Sets the cookie of the challenge, which lasts five minutes. Throws 409 `too_many_passkeys`.
 */
export async function newPasskeyOptions(c: Context<AppEnv>, { db, auth, publicUrl }: AccountDeps, person: Person): Promise<object> {
  await refuseTooMany(db, person);
  const { api } = await auth();
  const { response, headers } = await api.generatePasskeyRegistrationOptions({ headers: sessionHeaders(c), returnHeaders: true });
  for (const cookie of challengeIn(headers, publicUrl, 'passkey')) c.header('Set-Cookie', cookie, { append: true });
  return { ...response, user: { ...response.user, id: userHandleOf(person.id) } };
}

/**
 * Saves what the browser has made for such options, and tells the owner. Throws 422 `passkey_refused` for every reason,
 * 409 `too_many_passkeys`, 429.
 */
export async function addPasskey(
  c: Context<AppEnv>,
  deps: AccountDeps,
  person: Person,
  { name, response: made }: NewPasskey,
): Promise<AccountPasskey> {
  const { db, auth, publicUrl, renderMail } = deps;
  const { isAllowed, retryAfterSeconds } = await consume(db, `passkey setup ${person.id}`, TRIES);
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
  if (!isPlausible(made)) throw refused();
  const { on } = await auth();
  const kind = 'passkey-added';
  const mail = await renderMail({ kind, name: person.name, passkey: name, settingsLink: `${publicUrl}${urls.settings()}` });
  const { transports = [], ...attested } = made.response;
  const response = { ...made, clientExtensionResults: {}, response: { ...attested, transports } };
  const saved = await transact(db, async (trx) => {
    await lockAccount(trx, person.id);
    await refuseTooMany(trx, person);
    await queueMail(trx, { to: person.email, template: kind, ...mail });
    return on(trx)
      .verifyPasskeyRegistration({ body: { response, name }, headers: sessionHeaders(c) })
      .catch(orRefused);
  });
  return { id: saved.id, name, created: new Date(saved.createdAt).toISOString() };
}

/** Throws 404 for one that is not the person's. */
export async function renamePasskey(db: Db, person: Person, id: string, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', person.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noPasskey();
}

/** Removes one, for a person whose password was confirmed, and tells the owner. Throws 404 for one that is not the person's. */
export async function removePasskey(
  { db, publicUrl, renderMail }: Pick<AccountDeps, 'db' | 'publicUrl' | 'renderMail'>,
  person: Person,
  id: string,
  confirmed: Confirmed,
): Promise<void> {
  const found = await db.selectFrom('passkeys').select('name').where('user_id', '=', person.id).where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw noPasskey();
  const kind = 'passkey-removed';
  const about = { name: person.name, passkey: found.name ?? 'Passkey', settingsLink: `${publicUrl}${urls.settings()}` };
  const mail = await renderMail({ kind, ...about });
  await transact(db, async (trx) => {
    await holdPassword(trx, person, confirmed);
    const { numDeletedRows } = await trx.deleteFrom('passkeys').where('id', '=', id).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw noPasskey();
    await queueMail(trx, { to: person.email, template: kind, ...mail });
  });
}

async function refuseTooMany(db: Db, person: Person): Promise<void> {
  if ((await listPasskeys(db, person.id)).length >= MOST)
    throw new AppError(409, 'too_many_passkeys', `You have ${MOST} passkeys. Please remove one first.`);
}

function noPasskey(): AppError {
  return notFound('This passkey is not there any more.', 'no_passkey');
}

function orRefused(error: unknown): never {
  // Its refusals are 400 and 401, and 500 for an answer that it could not check.
  if ((error as { statusCode?: unknown }).statusCode === undefined) throw error;
  throw refused();
}

function refused(): AppError {
  return new AppError(422, 'passkey_refused', 'This passkey could not be added. Please try again.');
}
