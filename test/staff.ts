import { createApp } from '#src/app.ts';
import type { AccountMail } from '#src/features/accounts/account-mail.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { staffRoutes } from '#src/features/staff/routes.ts';
import { manageApi } from '#src/manage-api.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';
import { manageDeps } from './manage-deps.ts';
import { addPerson, type TestPerson } from './person.ts';

/** The API of administrators over a database, with one administrator signed in. */

const publicUrl = 'http://localhost:3000';

type Sent = { as?: Pick<TestPerson, 'cookie'> | undefined; body?: unknown; headers?: Record<string, string> };
type Call = { match?: number | string; body?: unknown; as?: TestPerson };

/** Removes everybody, and makes the API with a log of its own and an administrator called The Snow Queen. */
export async function openStaff(database: TestDatabase) {
  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  await rows('delete from profiles');
  await rows('delete from mails');
  const admin = await addPerson(database.pool, { name: 'The Snow Queen', role: 'admin' });
  const logs = openTestLog();
  const app = createApp({
    log: logs.log,
    health: { ready: true, stopping: false },
    checkDatabase: async () => {},
    mount: (site) => {
      const guards = createGuards({ db: database.db, publicUrl });
      const renderMail = async (mail: AccountMail) => ({
        subject: 'name' in mail ? `To ${mail.name}` : mail.kind,
        html: '<p>x</p>',
        text: 'x',
      });
      site.route('/api/v1/admin', staffRoutes({ db: database.db, guards, publicUrl, renderMail, log: logs.log }));
      site.route('/api/v1/admin', manageApi({ ...manageDeps(database, { log: logs.log }), guards }).routes);
      site.get('/api/v1/mine', async (c) => c.json(await guards.person(c)));
    },
  });

  /** Sends a request as the administrator, or as someone else, from a page of the site. */
  function send(method: string, path: string, { as = admin, body, headers = {} }: Sent = {}) {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const all = { cookie: as.cookie, origin: publicUrl, ...type, ...headers };
    return app.request(path, { method, headers: all, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  return {
    app,
    admin,
    logs,
    rows,
    send,
    async ask(path: string) {
      const answer = await send('GET', `/api/v1/admin${path}`);
      return { status: answer.status, body: await answer.json() };
    },
    /** Asks below /api/v1/admin; `match`: the version that is changed, or an If-Match as it stands. */
    async call(method: string, path: string, { match, body, as }: Call = {}) {
      const headers = match === undefined ? {} : { 'if-match': typeof match === 'number' ? `"${match}"` : match };
      const answer = await send(method, `/api/v1/admin${path}`, { body, as, headers });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
    /** What the administrator did to tales, as the audit log has it. */
    deeds: () =>
      rows("select action, subject_id, details from audit_log where actor = $1 and action like 'tale.%' order by id", [admin.id]),
    async change(person: TestPerson, body: unknown, as = admin) {
      const answer = await send('PATCH', `/api/v1/admin/users/${person.id}`, { body, as });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

export type Staff = Awaited<ReturnType<typeof openStaff>>;
