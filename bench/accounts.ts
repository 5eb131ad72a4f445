import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashToken } from '#src/features/accounts/hashed-sessions.ts';
import { hashPassword } from '#src/features/accounts/passwords.ts';

/** People who sign in to a site that is measured. */

export const PASSWORD = 'the robber girl kept a reindeer';

/** Adds so many verified accounts with PASSWORD and returns their addresses. */
export async function addPeople(pool: pg.Pool, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `reader-${n}@tales.example`);
  const hash = await hashPassword(PASSWORD);
  await pool.query(
    `with people as (insert into profiles (name, email, email_verified) select 'Reader', unnest($1::text[]), true returning id)
      insert into credentials (user_id, provider_id, account_id, password) select id, 'credential', id::text, $2 from people`,
    [emails, hash],
  );
  return emails;
}

/** A Cookie header of someone who is signed in. */
export async function addSession(pool: pg.Pool, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    "insert into sessions (token, user_id, expires_at) select $1, id, now() + interval '14 days' from profiles where email = $2",
    [hashToken(token), email],
  );
  return `talewood_session=${token}`;
}

/** The nth of many addresses of clients, each in a network of its own; for a site that trusts us as its proxy. */
export function clientOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}
