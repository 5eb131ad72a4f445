import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashToken } from '#src/features/accounts/cookies.ts';
import { hashPassword } from '#src/features/accounts/password-hash.ts';

/** User accounts for benchmarks. */

export const PASSWORD = 'the robber girl kept a reindeer';

/** Adds verified accounts with PASSWORD and returns their emails. */
export async function addUsers(pool: pg.Pool, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `reader-${n}@tales.example`);
  const hash = await hashPassword(PASSWORD);
  await pool.query(
    `with new_users as (insert into users (name, email, email_verified) select 'Reader', unnest($1::text[]), true returning id)
      insert into credentials (user_id, provider_id, account_id, password) select id, 'credential', id::text, $2 from new_users`,
    [emails, hash],
  );
  return emails;
}

/** Returns the Cookie header of a logged-in user. */
export async function addSession(pool: pg.Pool, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    "insert into sessions (token, user_id, expires_at) select $1, id, now() + interval '14 days' from users where email = $2",
    [hashToken(token), email],
  );
  return `talewood_session=${token}`;
}

/** Returns the nth client address, each in its own network, for a site that trusts this machine as a proxy. */
export function clientOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}
