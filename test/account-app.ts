import { type App, createApp } from '#src/app.ts';
import type { AccountMail } from '#src/features/accounts/account-mail.ts';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';

/** The application around routes of accounts, without a server: on a database of its own, with mails that say what they are. */

const ORIGIN = 'http://localhost:3000';

type Routes = (deps: AccountRouteDeps) => App;
type Asked = { cookie?: string; body?: unknown; headers?: Record<string, string> };

export function openAccountApp(database: TestDatabase, routes: Routes) {
  const log = openTestLog();
  const mails: AccountMail[] = [];
  const deps: AccountRouteDeps = {
    db: database.db,
    auth: () => Promise.reject(new Error('This test needs no better-auth.')),
    publicUrl: ORIGIN,
    secret: 'a secret of the test, long enough for all',
    renderMail: async (mail) => {
      mails.push(mail);
      return { subject: mail.kind, html: `<p>${mail.kind}</p>`, text: mail.kind };
    },
    log: log.log,
    draw: async (_c, { href, status, form }) => Response.json({ href, form }, { status }),
  };
  const app = createApp({
    log: log.log,
    health: { ready: true, stopping: false },
    checkDatabase: async () => {},
    mount: (site) => site.route('/', routes(deps)),
  });

  /** As a page of the site asks the API. `path` begins after /api/v1. */
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
  /** As a form of the site is posted without scripts. */
  async function post(path: string, fields: Record<string, string>, cookie = '') {
    const headers = { cookie, Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await app.request(`${ORIGIN}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  /** Rendered since the last call. */
  const renderedMails = () => mails.splice(0);
  return { ask, post, renderedMails, log, deps };
}
