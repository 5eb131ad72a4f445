/** API keys of administrators. Each change and its audit log entry are one transaction. */

import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { RenderEmail } from '#src/emails/emails.ts';
import {
  type ConfirmedPassword,
  confirmPassword,
  hashKey,
  lockConfirmedPassword,
  mayEdit,
  type SessionUser,
} from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { required } from '#src/platform/fields.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { type ApiKey, ApiKeyList, CreatedKey, KEY_SCOPES } from './contract.ts';

const NewKey = z
  .strictObject({
    name: required('A key needs a name', 100),
    scope: z.enum(KEY_SCOPES, { error: 'Must be "read" or "write"' }),
    expires_at: z.iso
      .datetime({ offset: true, error: 'Must be an ISO 8601 date and time' })
      .refine((time) => Date.parse(time) > Date.now(), 'Must be in the future')
      .nullable()
      .default(null),
    /** The password of the user. A missing one is treated as a wrong one. */
    current: z.string().max(10_000, 'Must be 10,000 characters or fewer').default(''),
  })
  .meta({ id: 'ApiKeyInput', description: 'A new API key. `expires_at`: null for a key that does not expire. `current`: your password.' });

const KeyId = z.strictObject({ id: z.uuid() });

const MAX_KEYS = 50;

/** How long ended keys stay listed. */
const RETENTION_DAYS = 90;

type KeyDeps = { db: Db; publicUrl: string; renderEmail: RenderEmail };
type NewKey = z.output<typeof NewKey>;

/** For sessions only: API keys must not create or revoke keys. */
export function keyEndpoints(deps: KeyDeps): Endpoint<SessionUser>[] {
  const { db } = deps;
  return [
    endpoint({
      ...{ id: 'listApiKeys', method: 'GET', path: '/keys', summary: 'List API keys', response: ApiKeyList },
      description: 'The API keys of all administrators. The keys themselves are not included.',
      run: async (_: { caller: SessionUser }) => ({ keys: await listKeys(db), next: null }),
    }),
    endpoint({
      ...{ id: 'createApiKey', method: 'POST', path: '/keys', summary: 'Create an API key', body: NewKey },
      description: 'Creates a key with your permissions. The key itself (`secret`) is returned only here.',
      ...{ response: CreatedKey, status: 201 },
      errors: { 403: 'The password is wrong, or the session is too old', 409: 'You have too many keys' },
      run: async ({ c, caller, body: { current, ...key } }: { c: Context<AppEnv>; caller: SessionUser; body: NewKey }) =>
        createKey(deps, caller, key, await confirmPassword(deps, c, caller, current)),
    }),
    endpoint({
      ...{ id: 'revokeApiKey', method: 'DELETE', path: '/keys/{id}', summary: 'Revoke an API key', params: KeyId },
      description: 'Revokes a key. Programs that use it lose access immediately.',
      run: async ({ caller, params }: { caller: SessionUser; params: z.output<typeof KeyId> }) => {
        await revokeKey(db, caller.id, params.id);
        return undefined;
      },
    }),
  ];
}

type Row = Omit<ApiKey, 'created_at' | 'last_used_at' | 'expires_at'> & {
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
};

/** Lists the keys of all administrators: usable ones first, then the newest. `id` selects one. */
async function listKeys(db: Db, id?: string): Promise<ApiKey[]> {
  const { rows } = await sql<Row>`
    select k.id, k.name, scope, prefix as start, p.name as made_by, k.created_at, last_used_at, expires_at,
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
        when not ${mayEdit} or disabled_at is not null then 'idle' else 'active' end as state
    from api_keys k join users p on p.id = user_id
    where ${id ?? null}::uuid is null or k.id = ${id ?? null}
    order by revoked_at is not null or coalesce(expires_at <= now(), false), k.id desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }));
}

/**
 * Creates a key with the permissions of a user and notifies them by email. Only the hash of the key is stored.
 * @throws AppError 409 `too_many_keys`, and as `lockConfirmedPassword`
 */
async function createKey(
  { db, publicUrl, renderEmail }: KeyDeps,
  person: SessionUser,
  { name, scope, expires_at }: Omit<NewKey, 'current'>,
  confirmed: ConfirmedPassword,
): Promise<CreatedKey> {
  const secret = `tw_${randomBytes(32).toString('base64url')}`;
  const kind = 'api-key-created';
  const mail = await renderEmail({ kind, name: person.name, key: name, scope, keysLink: `${publicUrl}${urls.manageKeys()}` });
  return transact(db, async (trx) => {
    // The lock also makes concurrent requests count each other's keys.
    await lockConfirmedPassword(trx, person, confirmed);
    const { count } = await trx
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', person.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= MAX_KEYS) throw new AppError(409, 'too_many_keys', `You can have at most ${MAX_KEYS} keys. Please revoke one first.`);
    const { id } = await trx
      .insertInto('api_keys')
      .values({
        hash: hashKey(secret),
        user_id: person.id,
        name,
        scope,
        prefix: secret.slice(0, 7),
        expires_at: expires_at === null ? null : new Date(expires_at),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, { actor: person.id, action: 'key.created', subject: { kind: 'key', id }, details: { name, scope } });
    await queueEmail(trx, { to: person.email, template: kind, ...mail });
    const [key] = await listKeys(trx, id);
    if (key === undefined) throw new Error('The new key is missing.');
    return { key, secret };
  });
}

/**
 * Revokes a key immediately. Revoking it again changes nothing.
 * @throws AppError 404 `unknown_key`
 */
export async function revokeKey(db: Db, userId: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const key = await trx.selectFrom('api_keys').select(['name', 'revoked_at']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (key === undefined) throw notFound('There is no such key.', 'unknown_key');
    if (key.revoked_at !== null) return;
    await trx.updateTable('api_keys').set({ revoked_at: sql<Date>`now()` }).where('id', '=', id).execute();
    await audit(trx, { actor: userId, action: 'key.revoked', subject: { kind: 'key', id }, details: { name: key.name } });
  });
}

type TemporaryKey = { email: string; name: string; scope: 'read' | 'write'; lifetimeMs: number };

/** Creates a key of an account for a program of the site itself. Undefined when no active account has the address. */
export async function createTemporaryKey(
  db: Db,
  { email, name, scope, lifetimeMs }: TemporaryKey,
): Promise<{ id: string; secret: string } | undefined> {
  const secret = `tw_${randomBytes(32).toString('base64url')}`;
  const { rows } = await sql<{ id: string }>`
    insert into api_keys (hash, user_id, name, scope, prefix, expires_at)
    select ${hashKey(secret)}, id, ${name}, ${scope}, ${secret.slice(0, 7)}, now() + ${lifetimeMs} * interval '1 ms'
    from users where email = ${email} and email_verified and disabled_at is null returning id`.execute(db);
  return rows[0] === undefined ? undefined : { id: rows[0].id, secret };
}

/** Without a trace in the list. */
export async function deleteTemporaryKey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute();
}

/** For the data export of a user. */
export async function exportKeys(db: Db, userId: string): Promise<object[]> {
  const keys = db
    .selectFrom('api_keys')
    .select(['name', 'scope', 'prefix as start', 'created_at', 'last_used_at', 'expires_at', 'revoked_at']);
  return keys.where('user_id', '=', userId).orderBy('id').execute();
}

/** Deletes keys that ended 90 days ago. Returns how many. */
export async function removeEndedKeys(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where(sql<boolean>`least(revoked_at, expires_at) <= clock_timestamp() - ${RETENTION_DAYS} * interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
