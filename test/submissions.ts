import type { EmailData } from '#src/emails/emails.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { adminApi } from '#src/server/admin-api.ts';
import { adminDeps } from './admin-deps.ts';
import { createTestApp } from './create-test-app.ts';
import { createTestDatabase } from './database.ts';
import { addUser, type TestUser } from './users.ts';

/** Submissions on a test database: the API of authors and reviewers, and the people who use it. */

const publicUrl = 'http://localhost:3000';
type Options = { match?: number; body?: unknown };

export type DeskPeople = Record<'gerda' | 'kai' | 'translator' | 'editor' | 'reader' | 'admin', TestUser>;
export type SubmissionDesk = Awaited<ReturnType<typeof openDesk>>;

export async function openDesk() {
  const database = await createTestDatabase();
  const { app, mails } = createTestApp({
    database,
    mount: (site, _servePage, { log }) => {
      const guards = createGuards({ db: database.db, publicUrl });
      const renderEmail = async (email: EmailData) => ({ subject: email.kind, html: '<p>x</p>', text: JSON.stringify(email) });
      const api = adminApi({ ...adminDeps(database, { log, renderEmail }), guards });
      site.route('/api/v1/admin', api.routes);
      site.route('/api/v1', api.accountRoutes);
    },
  });
  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

  return {
    db: database.db,
    rows,
    mails,
    close: () => database.drop(),
    /** Removes users, submissions and tales, and adds people of every role. */
    async clear(): Promise<DeskPeople> {
      for (const table of ['submissions', 'users', 'tales', 'tale_slugs', 'outbound_emails', 'rate_limits'])
        await rows(`delete from ${table}`);
      await rows('update site_settings set readers_may_submit = false');
      await database.pool.query('truncate audit_log').catch(() => {});
      const add = (name: string, role: 'user' | 'contributor' | 'translator' | 'editor' | 'admin') =>
        addUser(database.pool, { name, role });
      return {
        gerda: await add('Gerda', 'contributor'),
        kai: await add('Kai', 'contributor'),
        translator: await add('Bae', 'translator'),
        editor: await add('The Robber', 'editor'),
        reader: await add('The Reindeer', 'user'),
        admin: await add('The Snow Queen', 'admin'),
      };
    },
    /** Calls the API below /api/v1. `match`: the version in If-Match. */
    async call(as: TestUser, method: string, path: string, { match, body }: Options = {}) {
      const headers = {
        ...{ cookie: as.cookie, origin: publicUrl },
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(match !== undefined && { 'if-match': `"${match}"` }),
      };
      const response = await app.request(`/api/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}
