import type { Hono } from 'hono';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { openTestAccounts } from './accounts.ts';
import type { TestDatabase } from './database.ts';

type Asked = { cookie?: string; body?: unknown; headers?: Record<string, string> };

/** `openTestAccounts` for pages of who is signed in: the API is asked with a cookie, and answers are read at once. */
export function openAccountApp(
  database: TestDatabase,
  routes: (deps: AccountRouteDeps) => Hono<AppEnv>,
  changes: Partial<AccountRouteDeps> = {},
) {
  const accounts = openTestAccounts(database, routes, changes);
  return {
    ...accounts,
    /** `path` begins after /api/v1. */
    async api(method: string, path: string, { cookie = '', body, headers = {} }: Asked = {}) {
      const answer = await accounts.ask(`/api/v1${path}`, { method, json: body, headers: { cookie, ...headers } });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
    },
    /** A form posted without scripts. */
    async post(path: string, form: Record<string, string>, cookie = '') {
      const answer = await accounts.ask(path, { form, headers: { cookie } });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
  };
}
