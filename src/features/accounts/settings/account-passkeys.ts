/** The passkeys of a person: made by the browser, checked and kept by better-auth. */
import type { Context } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { challengeIn } from '../challenge-cookies.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import type { NewPasskey } from './account-forms.ts';
import { sessionHeaders } from './session-headers.ts';

/** `created` is an ISO date-time in UTC. */
export type AccountPasskey = { id: string; name: string; created: string };

/** What one person may have: more are a mistake. */
const MOST = 20;

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
  if ((await listPasskeys(db, person.id)).length >= MOST)
    throw new AppError(409, 'too_many_passkeys', `You have ${MOST} passkeys. Please remove one first.`);
  const { api } = await auth();
  const { response, headers } = await api.generatePasskeyRegistrationOptions({ headers: sessionHeaders(c), returnHeaders: true });
  for (const cookie of challengeIn(headers, publicUrl, 'passkey')) c.header('Set-Cookie', cookie, { append: true });
  return response;
}

/** Keeps what the browser has made for such options, and tells the owner. Throws 422 `passkey_refused` for every reason. */
export async function addPasskey(
  c: Context<AppEnv>,
  deps: AccountDeps,
  person: Person,
  { name, response: made }: NewPasskey,
): Promise<AccountPasskey> {
  const { db, auth, publicUrl, renderMail } = deps;
  const { api } = await auth();
  const kind = 'passkey-added';
  const mail = await renderMail({ kind, name: person.name, passkey: name, settingsLink: `${publicUrl}${urls.settings()}` });
  const { transports = [], ...attested } = made.response;
  const response = { ...made, clientExtensionResults: {}, response: { ...attested, transports } };
  // better-auth writes in a transaction of its own: see second-factor-setup.ts.
  const kept = await transact(db, async (trx) => {
    await queueMail(trx, { to: person.email, template: kind, ...mail });
    return api.verifyPasskeyRegistration({ body: { response, name }, headers: sessionHeaders(c) }).catch(orRefused);
  });
  return { id: kept.id, name, created: new Date(kept.createdAt).toISOString() };
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

/** Throws 404 for one that is not the person's. */
export async function removePasskey(db: Db, person: Person, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', person.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw noPasskey();
}

function noPasskey(): AppError {
  return notFound('This passkey is not there any more.', 'no_passkey');
}

function orRefused(error: unknown): never {
  // Its refusals are 400 and 401, and 500 for an answer that it could not check.
  if ((error as { statusCode?: unknown }).statusCode === undefined) throw error;
  throw new AppError(422, 'passkey_refused', 'This passkey could not be added. Please try again.');
}
