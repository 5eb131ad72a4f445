import type { EmailData } from '#src/emails/emails.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { adminApi } from '#src/server/admin-api.ts';
import { adminDeps } from './admin-deps.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';
import { addUser, type TestUser } from './users.ts';

/** The admin API on a test database, with a logged-in administrator. */

const publicUrl = 'http://localhost:3000';

type SendOptions = { as?: Pick<TestUser, 'cookie'> | undefined; body?: unknown; headers?: Record<string, string> };
type CallOptions = { match?: number | string; body?: unknown; as?: TestUser };

/** Deletes all users, and creates the API with an administrator called The Snow Queen. */
export async function openAdminApi(database: TestDatabase) {
  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  await rows('delete from users');
  await rows('delete from outbound_emails');
  const admin = await addUser(database.pool, { name: 'The Snow Queen', role: 'admin' });
  const { app, logs } = createTestApp({
    database,
    mount: (site, _servePage, { log }) => {
      const guards = createGuards({ db: database.db, publicUrl });
      const renderEmail = async (email: EmailData) => ({
        subject: 'name' in email ? `To ${email.name}` : email.kind,
        html: '<p>x</p>',
        text: JSON.stringify(email),
      });
      site.route('/api/v1/admin', adminApi({ ...adminDeps(database, { log, renderEmail }), guards }).routes);
      site.get('/api/v1/mine', async (c) => c.json(await guards.person(c)));
    },
  });

  /** Sends a request as the administrator or another user, from a page of the site. */
  function send(method: string, path: string, { as = admin, body, headers = {} }: SendOptions = {}) {
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
      const response = await send('GET', `/api/v1/admin${path}`);
      return { status: response.status, body: await response.json() };
    },
    /** Calls the API below /api/v1/admin. `match`: the version to change, or an If-Match header. */
    async call(method: string, path: string, { match, body, as }: CallOptions = {}) {
      const headers = match === undefined ? {} : { 'if-match': typeof match === 'number' ? `"${match}"` : match };
      const response = await send(method, `/api/v1/admin${path}`, { body, as, headers });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
    /** Actions of the administrator on tales in the audit log. */
    auditedActions: () =>
      rows("select action, subject_id, details from audit_log where actor = $1 and action like 'tale.%' order by id", [admin.id]),
    async change(person: TestUser, body: unknown, as = admin) {
      const response = await send('PATCH', `/api/v1/admin/users/${person.id}`, { body, as });
      return { status: response.status, body: await response.json() };
    },
  };
}

export type AdminApi = Awaited<ReturnType<typeof openAdminApi>>;
