/** A client with cookies for login tests, and users to log in. */
import { hashPassword } from '#src/features/accounts/password-hash.ts';
import type { TestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';

export const PASSWORD = 'the robber girl kept a reindeer';
export const EMAIL = 'gerda@tales.example';

type RequestOptions = Parameters<TestApp['ask']>[1];

export type Reader = {
  ask(path: string, options?: RequestOptions): Promise<Response>;
  /** Cookies by name. */
  cookies: Map<string, string>;
  /** Logs in with a password. Returns the response. */
  logIn(credentials?: { email?: string; password?: string }): Promise<Response>;
  /** Returns the logged-in user. */
  me(): Promise<{ name: string; email: string; role: string } | null>;
};

/** Opens a client. `from`: its IP address. */
export function openReader(site: Pick<TestApp, 'ask'>, { from = '192.0.2.1' } = {}): Reader {
  const cookies = new Map<string, string>();
  const reader: Reader = {
    cookies,
    async ask(path, options = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(cookie === '' ? {} : { cookie }), ...options.headers };
      const response = await site.ask(path, { from, ...options, headers });
      for (const set of response.headers.getSetCookie()) storeCookie(cookies, set);
      return response;
    },
    logIn: ({ email = EMAIL, password = PASSWORD } = {}) => reader.ask('/api/v1/session', { json: { email, password } }),
    me: async () => (await (await reader.ask('/api/v1/me', { method: 'GET' })).json()).person,
  };
  return reader;
}

function storeCookie(cookies: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';');
  const name = pair.slice(0, pair.indexOf('='));
  if (attributes.some((each) => each.trim().toLowerCase() === 'max-age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(name.length + 1));
}

const hashes = new Map<string, Promise<string>>();

/** Adds an account, by default verified and with PASSWORD. Returns its id. */
export async function addUser(
  { pool }: TestDatabase,
  { email = EMAIL, name = 'Gerda', isVerified = true, password = PASSWORD as string | null } = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('insert into users (name, email, email_verified) values ($1, $2, $3) returning id', [
    name,
    email,
    isVerified,
  ]);
  const id = rows[0]?.id ?? '';
  if (password === null) return id;
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  await pool.query("insert into credentials (user_id, provider_id, account_id, password) values ($1::uuid, 'credential', $1::text, $2)", [
    id,
    await hash,
  ]);
  return id;
}
