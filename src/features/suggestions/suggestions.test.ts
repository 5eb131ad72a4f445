import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuards } from '#src/features/accounts/guards.ts';
import { deleteManagedTale } from '#src/features/tales/admin/change-tale.ts';
import { updateTale } from '#src/features/tales/tales.ts';
import { transact } from '#src/platform/db/transact.ts';
import { adminApi } from '#src/server/admin-api.ts';
import { adminDeps } from '#test/admin-deps.ts';
import { createTestApp, ORIGIN } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { MAX_OPEN } from './changes.ts';
import { deleteUnusedSuggestions, exportSuggestions, suggestionEndpoints, suggestionOutcomeTask, suggestionRoutes } from './suggestions.ts';

let database: TestDatabase;
let app: ReturnType<typeof createTestApp>['app'];
let gerda: TestUser;
let editor: TestUser;
let tale: { id: string; slug: string; version: number };

const KING = '<p>Once there was a king.</p>';
const BALL = '<p>He had a golden ball.</p>';
const WELL = '<p>It fell into the well.</p>';
const QUEEN = '<p>Once there was a queen.</p>';
const DEEP = '<p>It fell into the deep well.</p>';
const CONTENT = [KING, BALL, WELL].join('\n');

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTestApp({
    database,
    mount: (site, _servePage, deps) => {
      const guards = createGuards(deps);
      site.route('/api/v1', suggestionRoutes({ ...deps, endpoints: suggestionEndpoints(deps), person: guards.person }));
      site.route('/api/v1/admin', adminApi({ ...adminDeps(database), ...deps, guards }).routes);
    },
  }).app;
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['suggestions', 'tales', 'tale_slugs', 'users', 'rate_limits', 'outbound_emails']) await rows(`delete from ${table}`);
  await rows('update site_settings set allows_suggestions = true');
  await rows('delete from graphile_worker._private_jobs');
  gerda = await addUser(database.pool, { name: 'Gerda' });
  editor = await addUser(database.pool, { name: 'The Snow Queen', role: 'admin' });
  tale = await addTale(database.db, { title: 'The Golden Ball', excerpt: 'A ball falls.', content: CONTENT });
});

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
async function call(method: string, path: string, { as = gerda, body }: { as?: Pick<TestUser, 'cookie'>; body?: unknown } = {}) {
  const headers = { cookie: as.cookie, origin: ORIGIN, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await app.request(`/api/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
const suggest = (change: Record<string, unknown> = {}, as = gerda) => {
  const text = { title: 'The Golden Ball', excerpt: 'A ball falls.', content: [QUEEN, BALL, DEEP].join('\n') };
  return call('POST', '/account/suggestions', {
    as,
    body: { tale: tale.id, version: tale.version, reason: 'It was a queen.', ...text, ...change },
  });
};
const decide = (id: string, decisions: unknown[], more: Record<string, unknown> = {}) =>
  call('POST', `/admin/suggestions/${id}/decisions`, { as: editor, body: { decisions, ...more } });
const accept = (...changes: number[]) => changes.map((change) => ({ change, action: 'accept' }));
const contentNow = async () => (await rows('select content, version from tales where id = $1', [tale.id]))[0];
const edit = (content: string) => updateTale(database.db, tale.id, 'any', { content }, { editor: editor.id });

describe('a reader', () => {
  test('gets the text of a public tale, suggests changes, and reads and withdraws them', async () => {
    const base = (await call('GET', `/account/suggestions/base/${tale.slug}`)).body;
    expect(base).toEqual({
      tale: tale.id,
      slug: tale.slug,
      language: 'en',
      version: 1,
      text: { title: 'The Golden Ball', excerpt: 'A ball falls.', content: CONTENT },
    });
    const { status, body } = await suggest();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'open',
      reason: 'It was a queen.',
      counts: { open: 2, accepted: 0, rejected: 0 },
      tale: { slug: tale.slug },
    });
    expect(body.changes.map(({ before, after }: { before: string[]; after: string[] }) => [before, after])).toEqual([
      [[KING], [QUEEN]],
      [[WELL], [DEEP]],
    ]);
    const withdrawn = await call('POST', `/account/suggestions/${body.id}/withdraw`);
    expect(withdrawn.body).toMatchObject({ state: 'withdrawn', proposed: { content: [QUEEN, BALL, DEEP].join('\n') } });
    expect((await call('GET', '/account/suggestions')).body.suggestions).toHaveLength(1);
    expect((await decide(body.id, accept(0))).body).toMatchObject({ status: 409, code: 'withdrawn' });
  });

  test('sees only own suggestions, and nothing without logging in', async () => {
    const { id } = (await suggest()).body;
    const kay = await addUser(database.pool, { name: 'Kay' });
    expect((await call('GET', '/account/suggestions', { as: kay })).body.suggestions).toEqual([]);
    expect((await call('GET', `/account/suggestions/${id}`, { as: kay })).status).toBe(404);
    expect((await call('POST', `/account/suggestions/${id}/withdraw`, { as: kay })).status).toBe(404);
    expect((await suggest({}, { ...kay, cookie: '' })).status).toBe(401);
    for (const path of ['/admin/suggestions', '/admin/suggestions/count', `/admin/suggestions/${id}`])
      expect((await call('GET', path, { as: kay })).status).toBe(403);
    expect((await call('POST', `/admin/suggestions/${id}/decisions`, { body: { decisions: accept(0) } })).status).toBe(403);
  });

  test.each([
    ['nothing changed', { content: CONTENT }, 'form'],
    ['white space only', { content: ` ${CONTENT}\n\n` }, 'form'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['a long reason', { reason: 'x'.repeat(501) }, 'reason'],
    ['no title', { title: '' }, 'title'],
    ['a long excerpt', { excerpt: 'x'.repeat(301) }, 'excerpt'],
  ])('is told what is wrong: %s', async (_, change, field) => {
    const { status, body } = await suggest(change);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('cannot send scripts, change drafts or unknown versions, or suggest without end', async () => {
    const { body } = await suggest({ content: `${CONTENT}<p onclick="x()">New<script>alert(1)</script>.</p>` });
    expect(body.proposed.content).toBe(`${CONTENT}<p>New.</p>`);
    expect((await suggest({ version: 9 })).body).toMatchObject({ status: 409, code: 'unknown_version' });
    for (let sent = 1; sent < MAX_OPEN; sent += 1) expect((await suggest()).status).toBe(201);
    expect((await suggest()).body).toMatchObject({ status: 409, code: 'too_many_open' });
    await updateTale(database.db, tale.id, 'any', { status: 'draft' });
    expect((await suggest()).status).toBe(404);
    expect((await call('GET', `/account/suggestions/base/${tale.slug}`)).status).toBe(404);
    for (let sent = 0; sent < 10; sent += 1) await suggest();
    expect((await suggest()).status).toBe(429);
  });

  test('may not suggest while the site has it switched off, and keeps what was sent', async () => {
    const { id } = (await suggest()).body;
    await rows('update site_settings set allows_suggestions = false');
    expect((await suggest()).body).toMatchObject({ status: 403, code: 'suggestions_off' });
    expect((await call('GET', `/account/suggestions/base/${tale.slug}`)).status).toBe(403);
    expect((await call('GET', `/account/suggestions/${id}`)).status).toBe(200);
  });
});

describe('an editor', () => {
  test('accepts one change and rejects another; the version, the audit log and an email tell', async () => {
    const { id } = (await suggest()).body;
    expect((await call('GET', '/admin/suggestions?state=open', { as: editor })).body.suggestions).toMatchObject([
      { id, by: 'Gerda', tale_id: tale.id },
    ]);
    expect((await call('GET', '/admin/suggestions/count', { as: editor })).body).toEqual({ open: 1 });
    const { body } = await decide(id, [...accept(0), { change: 1, action: 'reject' }], { note: 'Well spotted.' });
    expect(body).toMatchObject({ state: 'decided', note: 'Well spotted.', counts: { open: 0, accepted: 1, rejected: 1 } });
    expect(body.changes).toMatchObject([
      { state: 'accepted', fit: 'contained', decided_by: 'The Snow Queen' },
      { state: 'rejected', fit: 'clean' },
    ]);
    expect(await contentNow()).toEqual({ content: [QUEEN, BALL, WELL].join('\n'), version: 2 });
    const saved = (await call('GET', `/admin/tales/${tale.id}`, { as: editor })).body;
    expect(saved).toMatchObject({ edited_by: 'The Snow Queen', suggested_by: 'Gerda' });
    await edit(CONTENT);
    const { revisions } = (await call('GET', `/admin/tales/${tale.id}/revisions`, { as: editor })).body;
    expect(revisions).toMatchObject([
      { version: 2, suggested_by: 'Gerda' },
      { version: 1, suggested_by: null },
    ]);
    const [entry] = await rows("select details from audit_log where action = 'suggestion.decided' and subject_id = $1", [id]);
    expect(entry.details).toEqual({ title: 'The Golden Ball', accepted: 1, rejected: 1, reopened: 0 });
    expect(await sendOutcomes()).toMatchObject([
      { name: 'Gerda', tale: 'The Golden Ball', accepted: 1, rejected: 1, note: 'Well spotted.' },
    ]);
    expect((await call('POST', `/account/suggestions/${id}/withdraw`)).status).toBe(409);
  });

  test('decides on the current text: other passages stay, conflicts stay open, and an own wording settles them', async () => {
    const { id } = (await suggest()).body;
    const edited = ['<p>Long ago there was a king.</p>', BALL, '<p>New.</p>', WELL].join('\n');
    await edit(edited);
    const { body } = await decide(id, accept(0, 1));
    expect(body).toMatchObject({ state: 'open', counts: { open: 1, accepted: 1 } });
    expect(body.changes[0]).toMatchObject({ state: 'open', fit: 'conflict', from: 0, to: 1 });
    expect((await contentNow()).content).toBe(edited.replace(WELL, DEEP));
    const own = '<p>Long ago there was a queen.</p>';
    const byHand = [{ change: 0, action: 'accept', content: own }];
    expect((await decide(id, byHand, { version: 2 })).body).toMatchObject({ status: 412 });
    const settled = await decide(id, byHand, { version: 3 });
    expect(settled.body).toMatchObject({ state: 'decided', changes: [{ result: [own], fit: 'contained' }, {}] });
    expect((await contentNow()).content).toBe([own, BALL, '<p>New.</p>', DEEP].join('\n'));
    expect(await sendOutcomes()).toHaveLength(1);
  });

  test('finds what the text already has accepted, and reopens changes after an older version was restored', async () => {
    const { id } = (await suggest()).body;
    await edit([QUEEN, BALL, WELL].join('\n'));
    const { body } = await decide(id, [{ change: 1, action: 'reject' }]);
    expect(body.changes).toMatchObject([{ state: 'accepted' }, { state: 'rejected' }]);
    await edit(CONTENT);
    expect((await call('GET', `/admin/suggestions/${id}`, { as: editor })).body.changes[0]).toMatchObject({
      state: 'accepted',
      fit: 'clean',
    });
    expect((await decide(id, accept(1))).body).toMatchObject({ status: 409, code: 'already_decided' });
    const reopened = await decide(
      id,
      [0, 1].map((change) => ({ change, action: 'reopen' })),
    );
    expect(reopened.body).toMatchObject({ state: 'open', closed_at: null, counts: { open: 2 } });
    await decide(id, accept(0, 1));
    expect((await contentNow()).content).toBe([QUEEN, BALL, DEEP].join('\n'));
  });

  test('is told what cannot be: unknown changes, trashed tales, texts that are no longer valid', async () => {
    const { id } = (await suggest()).body;
    expect((await decide(id, accept(7))).status).toBe(422);
    expect((await decide(id, [])).status).toBe(422);
    expect((await decide(id, [...accept(0), ...accept(0)])).status).toBe(422);
    await rows('update tales set deleted_at = now() where id = $1', [tale.id]);
    expect((await decide(id, accept(0))).body).toMatchObject({ status: 409, code: 'in_bin' });
    expect((await decide(id, [{ change: 0, action: 'reject' }])).status).toBe(200);
    expect((await decide('00000000-0000-4000-8000-000000000000', accept(0))).status).toBe(404);
  });

  test('two editors and the form of the tale save at once, and nothing is lost', async () => {
    const { id } = (await suggest()).body;
    const mine = (await suggest({ content: [KING, '<p>She had a golden ball.</p>', WELL].join('\n') })).body.id;
    await Promise.all([
      decide(id, accept(0)),
      decide(id, accept(1)),
      decide(mine, accept(0)),
      transact(database.db, (trx) => updateTale(trx, tale.id, 'any', { title: 'Ball' })),
    ]);
    expect((await contentNow()).content).toBe([QUEEN, '<p>She had a golden ball.</p>', DEEP].join('\n'));
    expect(await rows('select title, version from tales')).toEqual([{ title: 'Ball', version: 5 }]);
  });
});

describe('words stay', () => {
  test('when the tale is deleted, for their author', async () => {
    const { id } = (await suggest()).body;
    await deleteManagedTale({ db: database.db, editor }, tale.id);
    expect((await call('GET', '/admin/suggestions/count', { as: editor })).body).toEqual({ open: 0 });
    expect((await call('GET', '/admin/suggestions', { as: editor })).body.suggestions).toEqual([]);
    expect((await decide(id, accept(0))).body).toMatchObject({ status: 409, code: 'tale_deleted' });
    expect((await call('GET', `/account/suggestions/${id}`)).body).toMatchObject({
      tale: { title: 'The Golden Ball', slug: null },
      proposed: { content: [QUEEN, BALL, DEEP].join('\n') },
    });
    expect(await exportSuggestions(database.db, gerda.id)).toMatchObject([
      { tale: 'The Golden Ball', reason: 'It was a queen.', changes: [{}, {}] },
    ]);
  });

  test('when the account is deleted, if they were accepted, without the name', async () => {
    const kept = (await suggest()).body.id;
    const other = (await suggest()).body.id;
    await decide(kept, accept(0));
    await transact(database.db, async (trx) => {
      await deleteUnusedSuggestions(trx, gerda.id);
      await trx.deleteFrom('users').where('id', '=', gerda.id).execute();
    });
    expect((await call('GET', `/admin/suggestions/${kept}`, { as: editor })).body).toMatchObject({ by: null, state: 'withdrawn' });
    expect((await call('GET', `/admin/suggestions/${other}`, { as: editor })).status).toBe(404);
    expect((await contentNow()).content).toBe([QUEEN, BALL, WELL].join('\n'));
  });
});

/** Runs the jobs that wait, and returns the data of the emails. */
async function sendOutcomes() {
  const renderEmail = async (mail: { kind: string }) => ({ subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) });
  const task = suggestionOutcomeTask({ db: database.db, renderEmail, publicUrl: ORIGIN });
  const jobs = await rows(
    'select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1',
    [task.name],
  );
  for (const { payload } of jobs) await task.run(payload, { attempt: 1, signal: new AbortController().signal });
  return (await rows('select text from outbound_emails where to_address = $1', [gerda.email])).map(({ text }) => JSON.parse(text));
}
