import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTale } from '#test/factories.ts';
import { type DeskPeople, openDesk, type SubmissionDesk } from '#test/submissions.ts';
import { deleteSubmissionsOf, exportReviewComments, exportSubmissions, removeOldSubmissions } from './submission-rows.ts';

let desk: SubmissionDesk;
let { gerda, translator, editor } = {} as DeskPeople;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  ({ gerda, translator, editor } = await desk.clear());
});

const OWN = '/account/submissions';
const REVIEW = '/admin/submissions';
const words = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ');

async function send(as = gerda, about: object = {}) {
  const { id, version } = (await desk.call(as, 'POST', OWN, { body: {} })).body;
  const body = { title: 'Snow', excerpt: 'It snows.', content: `<p>${words}</p>`, source: 'My own', rights: 'CC0 1.0', ...about };
  const saved = await desk.call(as, 'PATCH', `${OWN}/${id}`, { match: version, body });
  const sent = await desk.call(as, 'POST', `${OWN}/${id}/submit`, { match: saved.body.version });
  return { id: id as string, version: sent.body.version as number };
}

test('a translation begins with the published tale, and takes the rest from it when it is accepted', async () => {
  const original = await addTale(desk.db, {
    title: 'The Mill',
    category: 'dark',
    origin: 'Danish',
    tale_type: 'ATU 310',
    questions: ['Why?'],
  });
  const begin = (body: object, as = translator) => desk.call(as, 'POST', OWN, { body });
  expect((await begin({ translate: original.slug }, gerda)).body.code).toBe('submissions_closed');
  expect((await begin({ translate: 'no-such-tale' })).status).toBe(404);
  const draft = await addTale(desk.db, { status: 'draft' });
  expect((await begin({ translate: draft.slug })).status).toBe(404);
  const { id, version, ...begun } = (await begin({ translate: original.slug })).body;
  expect(begun).toMatchObject({ is_translation: true, original: { title: 'The Mill', language: 'en' } });
  expect(begun.fields).toMatchObject({ title: 'The Mill', author: 'The Miller', language: '', questions: ['Why?'] });
  expect(begun.fields.retold_from).toBe('Translated from “The Mill”');
  expect(begun.fields.translators).toEqual(['Bae']);

  const save = (match: number, body: object) => desk.call(translator, 'PATCH', `${OWN}/${id}`, { match, body });
  const submit = (match: number) => desk.call(translator, 'POST', `${OWN}/${id}/submit`, { match });
  expect(Object.keys((await submit(version)).body.errors)).toEqual(['language']);
  const same = await save(version, { language: 'en', title: 'Møllen' });
  expect((await submit(same.body.version)).body.errors.language[0]).toMatch(/not that of the original/);
  const other = await save(same.body.version, { language: 'da' });
  const sent = await submit(other.body.version);
  expect((await desk.call(editor, 'GET', `${REVIEW}/${id}`)).body).toMatchObject({ category: 'dark', original: { slug: original.slug } });
  const accept = { match: sent.body.version, body: { category: 'dark', publish: true } };
  expect((await desk.call(editor, 'POST', `${REVIEW}/${id}/accept`, accept)).body.tale).toMatchObject({ title: 'Møllen', is_public: true });
  const [tale] = await desk.rows("select language, origin, tale_type, author from tales where title = 'Møllen'");
  expect(tale).toEqual({ language: 'da', origin: 'Danish', tale_type: 'ATU 310', author: 'The Miller' });
  const credits = 'select c.role, a.name from tale_credits c join authors a on a.id = c.author_id';
  expect(await desk.rows(credits)).toEqual([{ role: 'translator', name: 'Bae' }]);
});

test('a tale that cannot be created or published is not accepted', async () => {
  const { id, version } = await send();
  const accept = (body: object) => desk.call(editor, 'POST', `${REVIEW}/${id}/accept`, { match: version, body });
  expect((await accept({ category: 'no-such-category' })).body.errors).toEqual({ category: ['Unknown category'] });
  await desk.rows(`update submission_versions set fields = fields || '{"rights": ""}'`);
  expect(Object.keys((await accept({ category: 'dark', publish: true })).body.errors)).toEqual(['rights']);
  expect(await desk.rows('select from tales')).toEqual([]);
  expect((await accept({ category: 'dark' })).body.state).toBe('accepted');
});

test('similar tales are found by title and text, with the share of common words', async () => {
  const copy = await addTale(desk.db, { title: 'The Snow', content: `<p>${words}</p>`, status: 'draft' });
  const other = await addTale(desk.db, {
    title: 'Snow, again',
    content: '<p>Something quite different happened here, and nobody knew of it.</p>',
  });
  await addTale(desk.db, { title: 'A mill' });
  const { id } = await send();
  const { tales } = (await desk.call(editor, 'GET', `${REVIEW}/${id}/similar`)).body;
  expect(tales.map((tale: { id: string; percent: number }) => [tale.id, tale.percent])).toEqual([
    [copy.id, 100],
    [other.id, 0],
  ]);
});

test('the queue has pages, the longest waiting first, and can be filtered', async () => {
  const first = await send();
  await desk.rows(
    `insert into submissions (user_id, state, fields, round, submitted_at) select $1, 'submitted', '{}', 1, now() + n * interval '1 minute' from generate_series(1, 60) n`,
    [gerda.id],
  );
  await desk.rows(
    `insert into submission_versions (submission_id, number, fields, words) select id, 1, '{"title": "x", "author": "y", "language": "en"}', 1
      from submissions s where not exists (select from submission_versions v where v.submission_id = s.id)`,
  );
  const one = (await desk.call(editor, 'GET', REVIEW)).body;
  expect([one.submissions.length, one.submissions[0].id]).toEqual([50, first.id]);
  const two = (await desk.call(editor, 'GET', `${REVIEW}?after=${one.next}`)).body;
  expect([two.submissions.length, two.next]).toEqual([11, null]);
  expect((await desk.call(editor, 'GET', `${REVIEW}?state=declined`)).body.submissions).toEqual([]);
  expect((await desk.call(editor, 'GET', `${REVIEW}?state=draft`)).status).toBe(400);
});

test('the export has all versions and released comments; with the account everything goes except accepted tales', async () => {
  const { id, version } = await send();
  const noted = await desk.call(editor, 'POST', `${REVIEW}/${id}/comments`, { body: { text: 'Colder.' } });
  expect(await exportSubmissions(desk.db, gerda.id)).toMatchObject([{ state: 'submitted', versions: [{ number: 1 }], comments: [] }]);
  const body = { category: 'dark', publish: true };
  await desk.call(editor, 'POST', `${REVIEW}/${id}/accept`, { match: noted.body.version, body });
  expect(version).toBeLessThan(noted.body.version);
  await send();
  expect(await exportSubmissions(desk.db, gerda.id)).toMatchObject([
    { state: 'accepted', comments: [{ text: 'Colder.' }] },
    { state: 'submitted' },
  ]);
  expect(await exportReviewComments(desk.db, editor.id)).toMatchObject([{ text: 'Colder.', submission_id: id }]);
  await deleteSubmissionsOf(desk.db, gerda.id);
  await desk.rows('delete from users where id = any($1)', [[gerda.id, editor.id]]);
  expect(await desk.rows('select state, user_id, decided_by from submissions')).toEqual([
    { state: 'accepted', user_id: null, decided_by: null },
  ]);
  expect(await desk.rows('select status from tales')).toEqual([{ status: 'published' }]);
});

test('declined and withdrawn submissions are deleted after twelve months, drafts never', async () => {
  for (const state of ['draft', 'submitted', 'changes_requested', 'accepted', 'declined', 'withdrawn'])
    await desk.rows("insert into submissions (user_id, state, fields, updated_at) values ($1, $2, '{}', now() - interval '366 days')", [
      gerda.id,
      state,
    ]);
  // An accepted one without a tale: it was deleted.
  expect(await removeOldSubmissions(desk.db)).toBe(3);
  expect((await desk.rows('select state from submissions order by state')).map(({ state }) => state)).toEqual([
    'changes_requested',
    'draft',
    'submitted',
  ]);
});
