import type { Hono } from 'hono';
import { createApp } from '#src/app.ts';
import type { AccountMail } from '#src/features/accounts/account-mail.ts';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { type AppEnv, newExchange } from '#src/platform/http/exchange.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';
import { runSql } from './sql.ts';

/** Accounts over HTTP without pages: mails say as JSON what they would, and a page drawn again is its form as JSON. */

export const ORIGIN = 'https://tales.example';
export const TEST_SECRET = 'a secret of the test, long enough for all';

type Ask = {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form of ours. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Address of the client. */
  from?: string;
};

export type TestAccounts = {
  app: Hono<AppEnv>;
  ask(path: string, options?: Ask): Promise<Response>;
  /** The mails that wait to be sent, oldest first. */
  mails(): Promise<{ to: string; mail: AccountMail }[]>;
  /** Forgets people, tokens, mails, limits and jobs. */
  clear(): Promise<void>;
  deps: AccountRouteDeps;
  /** Everything logged so far. */
  logged(): string;
};

export function openTestAccounts(
  { db, ownerUrl }: TestDatabase,
  routes: (deps: AccountRouteDeps) => Hono<AppEnv>,
  changes: Partial<AccountRouteDeps> = {},
): TestAccounts {
  const { log, text } = openTestLog();
  const deps: AccountRouteDeps = {
    ...{ db, publicUrl: ORIGIN, secret: TEST_SECRET, log },
    auth: () => Promise.reject(new Error('No library is needed here.')),
    renderMail: async (mail) => ({ subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) }),
    draw: async (c, { href, status, form }) => c.json({ href, ...form }, status as 422),
    ...changes,
  };
  const health = { ready: true, stopping: false };
  const app = createApp({ log, health, checkDatabase: async () => undefined, mount: (site) => void site.route('/', routes(deps)) });
  return {
    app,
    deps,
    logged: text,
    async ask(path, { method = 'POST', json, form, headers = {}, from = '192.0.2.1' } = {}) {
      const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
      const body = form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString();
      const isRead = method === 'GET';
      const exchange = newExchange({ id: 'test', method, target: path, started: performance.now(), clientAddress: () => from });
      const sent = isRead ? headers : { origin: ORIGIN, 'content-type': type, ...headers };
      return app.request(path, { method, headers: sent, ...(isRead ? {} : { body }) }, { exchange });
    },
    async mails() {
      const rows = await runSql<{ to_address: string; text: string }>(
        ownerUrl,
        'select to_address, text from mails order by created_at, id',
      );
      return rows.map(({ to_address: to, text: mail }) => ({ to, mail: JSON.parse(mail) as AccountMail }));
    },
    async clear() {
      for (const table of ['profiles', 'one_time_tokens', 'mails', 'limit_counters', 'graphile_worker._private_jobs']) {
        await runSql(ownerUrl, `delete from ${table}`);
      }
    },
  };
}

/** Token and address of the link in a mail. */
export function linkOf(mail: AccountMail | undefined): { token: string; email: string; next?: string } {
  if (mail === undefined || !('link' in mail)) throw new Error('This mail has no link.');
  return Object.fromEntries(new URL(mail.link).searchParams) as { token: string; email: string };
}
