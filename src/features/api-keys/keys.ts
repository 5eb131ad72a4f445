/** What administrators do with keys. Each change and its entry in the audit log are one transaction. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Confirmed, holdPassword, type Person, type RenderMail } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import type { ApiKey, MadeKey } from './contract.ts';
import { hashKey } from './find-key.ts';
import type { NewKey } from './new-key.ts';

export type KeyDeps = { db: Db; publicUrl: string; renderMail: RenderMail };

const MOST_KEYS = 50;
/** Keys that have ended are shown for so long. */
const SHOWN_DAYS = 90;

type Row = Omit<ApiKey, 'created_at' | 'last_used_at' | 'expires_at'> & {
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
};

/** The keys of all administrators: those that open something first, then by age. */
export async function listKeys(db: Db, id?: string): Promise<ApiKey[]> {
  const { rows } = await sql<Row>`
    select k.id, k.name, scope, start, p.name as made_by, k.created_at, last_used_at, expires_at,
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
        when role <> 'admin' or disabled_at is not null then 'idle' else 'active' end as state
    from api_keys k join profiles p on p.id = person_id
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
 * Makes a key with the rights of a person whose password was confirmed, who is told by mail. The answer is the only place where the
 * key stands. Throws 409 `too_many_keys`, and 403 as `holdPassword` does.
 */
export async function makeKey(
  { db, publicUrl, renderMail }: KeyDeps,
  person: Person,
  { name, scope, expires_at }: Omit<NewKey, 'current'>,
  confirmed: Confirmed,
): Promise<MadeKey> {
  const secret = `tw_${randomBytes(32).toString('base64url')}`;
  const kind = 'api-key-created';
  const mail = await renderMail({ kind, name: person.name, key: name, scope, keysLink: `${publicUrl}${urls.manageKeys()}` });
  return transact(db, async (trx) => {
    // Also holds the account, so that of keys made at once each is counted.
    await holdPassword(trx, person, confirmed);
    const { living } = await trx
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('living'))
      .where('person_id', '=', person.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (living >= MOST_KEYS) throw new AppError(409, 'too_many_keys', `You have ${MOST_KEYS} keys. Please revoke one that is not used.`);
    const { id } = await trx
      .insertInto('api_keys')
      .values({
        hash: hashKey(secret),
        person_id: person.id,
        name,
        scope,
        start: secret.slice(0, 7),
        expires_at: expires_at === null ? null : new Date(expires_at),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, { actor: person.id, action: 'key.created', subject: { kind: 'key', id }, details: { name, scope } });
    await queueMail(trx, { to: person.email, template: kind, ...mail });
    const [key] = await listKeys(trx, id);
    if (key === undefined) throw new Error('The key was written.');
    return { key, secret };
  });
}

/** From this moment the key opens nothing. Whoever revokes it again changes nothing. Throws 404 `unknown_key`. */
export async function revokeKey(db: Db, personId: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const key = await trx.selectFrom('api_keys').select(['name', 'revoked_at']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (key === undefined) throw notFound('There is no such key.', 'unknown_key');
    if (key.revoked_at !== null) return;
    await trx.updateTable('api_keys').set({ revoked_at: sql<Date>`now()` }).where('id', '=', id).execute();
    await audit(trx, { actor: personId, action: 'key.revoked', subject: { kind: 'key', id }, details: { name: key.name } });
  });
}

/** Revokes all keys of a person whose password was chosen anew by a mail: who knew the old one may have made some. */
export async function revokeKeysOf(trx: Db, personId: string): Promise<void> {
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of revoked)
    await audit(trx, { actor: personId, action: 'key.revoked', subject: { kind: 'key', id }, details: { name, reason: 'password reset' } });
}

/** For the copy of all of a person's data. */
export async function exportKeys(db: Db, personId: string): Promise<object[]> {
  const keys = db.selectFrom('api_keys').select(['name', 'scope', 'start', 'created_at', 'last_used_at', 'expires_at', 'revoked_at']);
  return keys.where('person_id', '=', personId).orderBy('id').execute();
}

/** Removes keys that ended 90 days ago; for a job. Returns how many there were. */
export async function removeEndedKeys(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where(sql<boolean>`least(revoked_at, expires_at) <= clock_timestamp() - ${SHOWN_DAYS} * interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
