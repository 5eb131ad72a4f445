import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashToken } from '#src/features/accounts/cookies.ts';
import { hashPassword } from '#src/features/accounts/password-hash.ts';
import { writeSessionCookie } from '#src/features/accounts/sessions.ts';
import type { Role } from '#src/permissions.ts';
import { ORIGIN, TEST_SECRET } from './create-test-app.ts';

/** Users with accounts and sessions, written directly to the database. */

type About = { name?: string; email?: string; role?: Role; isVerified?: boolean };

export type TestUser = { id: string; name: string; email: string; cookie: string; sessionId: string };

export const PASSWORD = 'the robber girl kept a reindeer';

let hash: Promise<string> | undefined;
let made = 0;

/** Inserts a user with PASSWORD and one session. `cookie` is for sites at http addresses and for that of `createTestApp`. */
export async function addUser(pool: pg.Pool | pg.Client, about: About = {}): Promise<TestUser> {
  made += 1;
  const { name = 'Gerda', email = `gerda-${made}@tales.example`, role = 'user', isVerified = true } = about;
  hash ??= hashPassword(PASSWORD);
  const { rows } = await pool.query<{ id: string }>(
    'insert into users (name, email, role, email_verified) values ($1, $2, $3, $4) returning id',
    [name, email, role, isVerified],
  );
  const id = rows[0]?.id ?? '';
  await pool.query("insert into credentials (user_id, provider_id, account_id, password) values ($1::uuid, 'credential', $1::text, $2)", [
    id,
    await hash,
  ]);
  return { id, name, email, ...(await addSession(pool, id)) };
}

/** Inserts another session of the user, as signing in from another browser would. */
export async function addSession(
  pool: pg.Pool | pg.Client,
  userId: string,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
) {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await pool.query<{ id: string }>(
    "insert into sessions (token, user_id, user_agent, expires_at) values ($1, $2, $3, now() + interval '14 days') returning id",
    [hashToken(token), userId, userAgent],
  );
  const signed = writeSessionCookie(token, { publicUrl: ORIGIN, secret: TEST_SECRET }).split(';', 1)[0];
  return { cookie: `talewood_session=${token}; ${signed}`, sessionId: rows[0]?.id ?? '' };
}
