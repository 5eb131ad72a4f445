/**
 * A network from which somebody has signed in to an account is known to it for a year: failures of strangers elsewhere do not keep its owner
 * from signing in there, on whatever device (sign-in-limits.ts). It opens nothing by itself.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { widestNetworkOf } from '#src/platform/limits/network-of.ts';

/** Networks of an account; the one that was used longest ago makes room. */
const MAX_NETWORKS = 8;

/** `email`: in its canonical form. One query, whether there is such an account or not. */
export async function isKnownNetwork(db: Db, secret: string, { email, address }: { email: string; address: string }): Promise<boolean> {
  const found = await db
    .selectFrom('known_networks')
    .innerJoin('profiles', 'profiles.id', 'user_id')
    .select(['user_id', 'hash'])
    .where('email', '=', email)
    .where('used_at', '>', sql<Date>`now() - interval '1 year'`)
    .execute();
  return found.some(({ user_id, hash }) => hash === hashNetwork(secret, user_id, address));
}

/** To be called in the transaction of a sign-in. */
export async function rememberNetwork(db: Db, secret: string, { userId, address }: { userId: string; address: string }): Promise<void> {
  await sql`insert into known_networks (user_id, hash) values (${userId}, ${hashNetwork(secret, userId, address)})
    on conflict (user_id, hash) do update set used_at = now()`.execute(db);
  await sql`delete from known_networks where user_id = ${userId} and hash not in (
    select hash from known_networks where user_id = ${userId} order by used_at desc, hash limit ${MAX_NETWORKS})`.execute(db);
}

/** Removes what is known no more; for a job. */
export async function removeOldNetworks(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from known_networks where used_at <= now() - interval '1 year'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function hashNetwork(secret: string, userId: string, address: string): string {
  return createHmac('sha256', secret)
    .update(`known network\n${userId}\n${widestNetworkOf(address)}`)
    .digest('base64url');
}
