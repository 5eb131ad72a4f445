/** A browser as far as signing in goes: it keeps cookies, and asks with them. Beside it, people to sign in. */
import { hashPassword } from '#src/features/accounts/password-hash.ts';
import type { TestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';

export const PASSWORD = 'the robber girl kept a reindeer';
export const EMAIL = 'gerda@tales.example';

type Asked = Parameters<TestApp['ask']>[1];

export type Reader = {
  ask(path: string, options?: Asked): Promise<Response>;
  /** By name, as the browser would send them. */
  cookies: Map<string, string>;
  /** Signs in by password and resolves to the answer. */
  logIn(given?: { email?: string; password?: string }): Promise<Response>;
  /** Who the site says is signed in. */
  me(): Promise<{ name: string; email: string; role: string } | null>;
};

/** `from`: the address of the client. */
export function openReader(site: Pick<TestApp, 'ask'>, { from = '192.0.2.1' } = {}): Reader {
  const cookies = new Map<string, string>();
  const reader: Reader = {
    cookies,
    async ask(path, options = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(cookie === '' ? {} : { cookie }), ...options.headers };
      const answer = await site.ask(path, { from, ...options, headers });
      for (const set of answer.headers.getSetCookie()) keep(cookies, set);
      return answer;
    },
    logIn: ({ email = EMAIL, password = PASSWORD } = {}) => reader.ask('/api/v1/session', { json: { email, password } }),
    me: async () => (await (await reader.ask('/api/v1/me', { method: 'GET' })).json()).person,
  };
  return reader;
}

function keep(cookies: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';');
  const name = pair.slice(0, pair.indexOf('='));
  if (attributes.some((each) => each.trim().toLowerCase() === 'max-age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(name.length + 1));
}

const hashes = new Map<string, Promise<string>>();

/** Adds an account, verified, with PASSWORD unless told otherwise; resolves to its id. */
export async function addPerson(
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
