import { type App, createApp } from '#src/app.ts';
import type { AccountMail } from '#src/features/accounts/account-mail.ts';
import type { AccountDeps } from '#src/features/accounts/deps.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';

/** The application around routes of accounts, without a server: on a database of its own, with mails that say what they are. */

const ORIGIN = 'http://localhost:3000';

type Routes = (deps: AccountDeps) => App;
type Asked = { cookie?: string; body?: unknown; headers?: Record<string, string> };

export function openAccountApp(database: TestDatabase, routes: Routes) {
  const log = openTestLog();
  const mails: AccountMail[] = [];
  const deps: AccountDeps = {
    db: database.db,
    auth: () => Promise.reject(new Error('This test needs no better-auth.')),
    publicUrl: ORIGIN,
    secret: 'a secret of the test, long enough for all',
    renderMail: async (mail) => {
      mails.push(mail);
      return { subject: mail.kind, html: `<p>${mail.kind}</p>`, text: mail.kind };
    },
    log: log.log,
  };
  const app = createApp({
    log: log.log,
    health: { ready: true, stopping: false },
    checkDatabase: async () => {},
    mount: (site) => site.route('/api/v1', routes(deps)),
  });

  /** As a page of the site asks. `path` begins after /api/v1. */
  async function ask(method: string, path: string, { cookie = '', body, headers = {} }: Asked = {}) {
    const answer = await app.request(`${ORIGIN}/api/v1${path}`, {
      method,
      headers: {
        cookie,
        ...(method === 'GET' ? {} : { Origin: ORIGIN }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
  }
  /** Rendered since the last call. */
  const renderedMails = () => mails.splice(0);
  return { ask, renderedMails, log, deps };
}
