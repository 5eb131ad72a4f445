import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { WEBHOOK_EVENT_TYPES } from '#src/features/webhooks/event-types.ts';
import { HOSTILE } from '#test/hostile-html.ts';
import { type DeskPeople, openDesk, type SubmissionDesk } from '#test/submissions.ts';

/** Submissions through the API: what authors and reviewers do, and who may do it. */

let desk: SubmissionDesk;
let { gerda, kai, editor, reader, admin } = {} as DeskPeople;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  ({ gerda, kai, editor, reader, admin } = await desk.clear());
});

const TALE = {
  ...{ title: 'The Kind Wolf', author: 'Gerda of the North', language: 'en', excerpt: 'A wolf learns to knock.' },
  ...{ content: '<p>A wolf knocked.</p><p>Nobody came.</p>', source: 'My own', rights: 'CC BY 4.0', age_band: '3-5' },
};
const own = (id = '') => `/account/submissions${id && `/${id}`}`;
const desks = (id = '') => `/admin/submissions${id && `/${id}`}`;

/** Creates a submission with the fields, and returns its id and version. */
async function write(about: object = {}, as = gerda) {
  const { id, version } = (await desk.call(as, 'POST', own(), { body: {} })).body;
  const saved = await desk.call(as, 'PATCH', own(id), { match: version, body: { ...TALE, ...about } });
  return { id: id as string, version: saved.body.version as number, status: saved.status };
}

async function send(about: object = {}, as = gerda) {
  const { id, version } = await write(about, as);
  const { status, body } = await desk.call(as, 'POST', `${own(id)}/submit`, { match: version });
  return { id, status, body, version: body.version as number };
}

const decide = (id: string, what: string, match: number, body: object = {}, as = editor) =>
  desk.call(as, 'POST', `${desks(id)}/${what}`, { match, body });
const comment = (id: string, body: object, as = editor) => desk.call(as, 'POST', `${desks(id)}/comments`, { body });
const state = async (id: string) => (await desk.rows('select state from submissions where id = $1', [id]))[0]?.state;

test('a tale is written, submitted, returned with comments, submitted again and published', async () => {
  await desk.rows("insert into webhooks (url, events, sealed_secret) values ('https://hooks.example/', $1, 'x')", [WEBHOOK_EVENT_TYPES]);
  const first = await send();
  expect(first.body).toMatchObject({ state: 'submitted', round: 1, title: 'The Kind Wolf', comments: [] });
  const [row] = (await desk.call(editor, 'GET', desks())).body.submissions;
  expect(row).toMatchObject({ id: first.id, by: 'Gerda', author: 'Gerda of the North', words: 5, is_translation: false });
  expect((await desk.call(editor, 'GET', `${desks()}/count`)).body).toEqual({ new: 1 });

  const noted = await comment(first.id, { quote: 'Nobody  came.', prefix: 'knocked.', text: 'Why not?' });
  expect(noted).toMatchObject({ status: 201, body: { comments: [{ quote: 'Nobody  came.', text: 'Why not?', is_pending: true }] } });
  // The author sees comments with the decision.
  expect((await desk.call(gerda, 'GET', own(first.id))).body.comments).toEqual([]);
  const returned = await decide(first.id, 'request-changes', noted.body.version, { note: 'Nearly there.' });
  expect(returned.body).toMatchObject({ state: 'changes_requested', note: 'Nearly there.', decided_by: 'The Robber' });

  const mine = (await desk.call(gerda, 'GET', own(first.id))).body;
  expect(mine).toMatchObject({ state: 'changes_requested', note: 'Nearly there.', comments: [{ text: 'Why not?', is_resolved: false }] });
  const path = `${own(first.id)}/comments/${mine.comments[0].id}`;
  expect((await desk.call(gerda, 'PUT', path, { body: { resolved: true } })).status).toBe(204);
  const body = { content: '<p>A wolf knocked.</p><p>Everybody came.</p>' };
  const saved = await desk.call(gerda, 'PATCH', own(first.id), { match: mine.version, body });
  const again = await desk.call(gerda, 'POST', `${own(first.id)}/submit`, { match: saved.body.version });
  expect(again.body).toMatchObject({ state: 'submitted', round: 2, comments: [{ is_resolved: true }] });

  const review = (await desk.call(editor, 'GET', desks(first.id))).body;
  expect(review).toMatchObject({ round: 2, earlier: [{ number: 1, content: TALE.content }], fields: { content: body.content } });
  const accepted = await decide(first.id, 'accept', review.version, { category: 'dark', publish: true });
  expect(accepted.body).toMatchObject({ state: 'accepted', tale: { slug: 'the-kind-wolf', is_public: true } });
  const [tale] = await desk.rows('select author, status, source, content, age_band from tales');
  expect(tale).toEqual({ author: 'Gerda of the North', status: 'published', source: 'My own', content: body.content, age_band: '3-5' });

  const mails = await desk.mails();
  expect(mails.map(({ to, mail }) => [to, mail.kind])).toEqual(
    ['received', 'changes', 'received', 'accepted'].map((kind) => [gerda.email, `submission-${kind}`]),
  );
  expect(mails[1]?.mail).toMatchObject({ note: 'Nearly there.', comments: [{ quote: 'Nobody  came.', text: 'Why not?' }] });
  expect(mails[3]?.mail).toMatchObject({ isPublished: true, link: expect.stringMatching(/\/tale\/the-kind-wolf$/) });
  const events = await desk.rows("select type, data from webhook_events where subject like 'submission:%' order by id");
  expect(events.map(({ type }) => type)).toEqual(
    ['submitted', 'changes_requested', 'submitted', 'accepted'].map((to) => `submission.${to}`),
  );
  expect(events[3]?.data).toMatchObject({ id: first.id, tale: accepted.body.tale.id });
  await desk.rows('delete from webhooks');
  const log = await desk.rows('select action from audit_log order by id');
  expect(log.map(({ action }) => action)).toEqual(
    ['submitted', 'changes-requested', 'submitted', 'tale.created', 'accepted'].map((name) =>
      name.includes('.') ? name : `submission.${name}`,
    ),
  );
});

test('acceptance without publishing creates a draft; the email says so', async () => {
  const full = await send();
  const accepted = await decide(full.id, 'accept', full.version, { category: 'classic' });
  expect(accepted.body).toMatchObject({ state: 'accepted', tale: { is_public: false } });
  expect((await desk.mails()).at(-1)?.mail).toMatchObject({ kind: 'submission-accepted', isPublished: false });
  expect(await decide(full.id, 'decline', full.version, { reason: 'No' })).toMatchObject({ status: 412 });
  expect(await decide(full.id, 'decline', accepted.body.version, { reason: 'No' })).toMatchObject({
    status: 409,
    body: { code: 'wrong_state' },
  });
});

test('a declined tale stays readable for its author, with the reason, and can be deleted', async () => {
  const { id, version } = await send();
  expect((await decide(id, 'decline', version, { reason: ' ' })).body.errors).toEqual({ reason: ['Give a reason.'] });
  expect((await decide(id, 'decline', version, { reason: 'We have it.' })).body).toMatchObject({ state: 'declined' });
  expect((await desk.call(gerda, 'GET', own(id))).body).toMatchObject({
    state: 'declined',
    note: 'We have it.',
    fields: { title: TALE.title },
  });
  const { version: now } = (await desk.call(gerda, 'GET', own(id))).body;
  expect((await desk.call(gerda, 'PATCH', own(id), { match: now, body: { title: 'x' } })).status).toBe(409);
  expect((await desk.call(gerda, 'POST', `${own(id)}/submit`, { match: now })).status).toBe(409);
  expect((await desk.call(gerda, 'DELETE', own(id))).status).toBe(204);
  expect((await desk.call(gerda, 'GET', own(id))).status).toBe(404);
});

test('a withdrawn tale disappears from the queue, and can be edited and submitted again', async () => {
  const { id, version } = await send();
  expect((await desk.call(gerda, 'PATCH', own(id), { match: version, body: { title: 'x' } })).status).toBe(409);
  expect((await desk.call(gerda, 'DELETE', own(id))).status).toBe(409);
  const withdrawn = (await desk.call(gerda, 'POST', `${own(id)}/withdraw`, { match: version })).body;
  expect(withdrawn).toMatchObject({ state: 'withdrawn' });
  expect((await desk.call(editor, 'GET', desks(id))).status).toBe(404);
  expect((await decide(id, 'accept', withdrawn.version, { category: 'dark' })).status).toBe(404);
  expect((await desk.call(gerda, 'POST', `${own(id)}/withdraw`, { match: withdrawn.version })).status).toBe(409);
  expect((await desk.call(gerda, 'POST', `${own(id)}/submit`, { match: withdrawn.version })).body).toMatchObject({ round: 2 });
});

test('changes are requested with a note or a comment on a passage of the text', async () => {
  const { id, version } = await send();
  expect((await decide(id, 'request-changes', version)).body.errors).toEqual({ note: ['Write a note or at least one comment.'] });
  expect((await comment(id, { quote: 'A lamb knocked', text: 'Who?' })).body.errors).toHaveProperty('quote');
  expect((await comment(id, { text: '' })).body.errors).toEqual({ text: ['Write a comment.'] });
  // Across paragraphs, as copied from the page.
  const first = await comment(id, { quote: 'wolf knocked.\n\nNobody', text: 'Sad.' });
  const second = await comment(id, { text: 'In general fine.' });
  const remove = (as: DeskPeople['editor']) => desk.call(as, 'DELETE', `${desks(id)}/comments/${first.body.comments[0].id}`);
  expect((await remove(admin)).status).toBe(404);
  expect((await remove(editor)).body.comments).toHaveLength(1);
  expect((await decide(id, 'request-changes', second.body.version)).status).toBe(412);
  const { version: now } = (await desk.call(editor, 'GET', desks(id))).body;
  expect((await decide(id, 'request-changes', now)).status).toBe(200);
  expect((await comment(id, { text: 'Late.' })).status).toBe(409);
});

describe('who may do what', () => {
  test('others do not see a submission; reviewers see neither drafts nor unsubmitted changes', async () => {
    const { id, version } = await write();
    for (const request of [
      desk.call(kai, 'GET', own(id)),
      desk.call(kai, 'PATCH', own(id), { match: version, body: { title: 'Mine' } }),
      desk.call(kai, 'POST', `${own(id)}/submit`, { match: version }),
      desk.call(kai, 'POST', `${own(id)}/withdraw`, { match: version }),
      desk.call(kai, 'DELETE', own(id)),
      desk.call(editor, 'GET', desks(id)),
      comment(id, { text: 'Hm.' }),
    ])
      expect((await request).status).toBe(404);
    const sent = await desk.call(gerda, 'POST', `${own(id)}/submit`, { match: version });
    const returned = await decide(id, 'request-changes', sent.body.version, { note: 'More.' });
    await desk.call(gerda, 'PATCH', own(id), { match: returned.body.version, body: { title: 'Not yet' } });
    expect((await desk.call(editor, 'GET', desks(id))).body.title).toBe(TALE.title);
    expect((await desk.call(gerda, 'GET', desks())).status).toBe(403);
  });

  test('editors do not review their own tales; administrators may', async () => {
    const { id, version } = await send({}, editor);
    for (const [what, body] of [
      ['accept', { category: 'dark' }],
      ['request-changes', { note: 'x' }],
      ['decline', { reason: 'x' }],
    ] as const)
      expect(await decide(id, what, version, body)).toMatchObject({ status: 403, body: { code: 'own_submission' } });
    expect(await comment(id, { text: 'x' })).toMatchObject({ status: 403 });
    expect((await desk.call(editor, 'GET', desks(id))).body.may_review).toBe(false);
    const own = await send({}, admin);
    expect((await decide(own.id, 'accept', own.version, { category: 'dark' }, admin)).status).toBe(200);
  });

  test('readers may submit only if the site allows it', async () => {
    expect((await desk.call(reader, 'GET', own())).body).toEqual({ submissions: [], may_submit: false, may_translate: false });
    expect(await desk.call(reader, 'POST', own(), { body: {} })).toMatchObject({ status: 403, body: { code: 'submissions_closed' } });
    await desk.rows('update site_settings set readers_may_submit = true');
    expect((await desk.call(reader, 'GET', own())).body.may_submit).toBe(true);
    const { id, version } = await write({}, reader);
    await desk.rows('update site_settings set readers_may_submit = false');
    expect((await desk.call(reader, 'POST', `${own(id)}/submit`, { match: version })).body.code).toBe('submissions_closed');
    // What was written stays theirs.
    expect((await desk.call(reader, 'GET', own(id))).body.fields.title).toBe(TALE.title);
  });

  test('one reviewer decides; the other is told, also when there is a new comment', async () => {
    const { id, version } = await send();
    await comment(id, { text: 'Wait.' }, admin);
    expect(await decide(id, 'accept', version, { category: 'dark' })).toMatchObject({ status: 412, body: { code: 'changed_since' } });
    const both = await Promise.all([
      decide(id, 'accept', version + 1, { category: 'dark' }),
      decide(id, 'decline', version + 1, { reason: 'No.' }, admin),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(await desk.rows('select from tales')).toHaveLength((await state(id)) === 'accepted' ? 1 : 0);
    expect(await desk.mails()).toHaveLength(2);
  });
});

describe('what is written', () => {
  test('is checked when it is submitted, with the messages of the tale form', async () => {
    const excerpt = 'x'.repeat(301);
    const { status, body, id } = await send({ title: ' ', author: '', excerpt, language: 'nonsense!', content: '<p> </p>', rights: '' });
    expect([status, await state(id)]).toEqual([422, 'draft']);
    expect(body.errors).toMatchObject({
      title: ['Title is required'],
      author: ['Author is required'],
      excerpt: ['Excerpt must be less than 300 characters'],
      language: [expect.any(String)],
      content: ['Write the text of the tale'],
      rights: [expect.any(String)],
    });
  });

  test('is saved as typed on the version that was read; other fields and hostile HTML are refused or removed', async () => {
    const { id, version } = await write();
    const save = (body: object, match = version) => desk.call(gerda, 'PATCH', own(id), { match, body });
    expect(await save({ title: 'Late' }, version - 1)).toMatchObject({ status: 412 });
    expect((await desk.call(gerda, 'PATCH', own(id), { body: { title: 'x' } })).status).toBe(428);
    for (const field of ['status', 'slug', 'category', 'featured_rank', 'user_id'])
      expect((await save({ [field]: 'x' })).body.errors).toHaveProperty(field);
    expect((await save({ content: 'x'.repeat(2_000_001) })).status).toBe(422);
    expect((await save({ title: 'a\0b\ud800' })).status).toBe(200);
    const content = Object.values(HOSTILE).flat().join('').replaceAll('\0', '').toWellFormed();
    expect((await save({ content }, version + 1)).status).toBe(200);
    const { fields } = (await desk.call(gerda, 'GET', own(id))).body;
    expect(fields).toMatchObject({ title: 'ab\uFFFD', content: sanitizeHtml(content).html });
  });

  test('open submissions and submits are limited', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push((await desk.call(gerda, 'POST', own(), { body: {} })).body.id);
    expect(await desk.call(gerda, 'POST', own(), { body: {} })).toMatchObject({ status: 409, body: { code: 'too_many_submissions' } });
    await desk.call(gerda, 'DELETE', own(ids[0]));
    expect((await desk.call(gerda, 'POST', own(), { body: {} })).status).toBe(201);
    let { id, version, status } = await send({}, kai);
    for (let at = 1; at < 10; at += 1) {
      version = (await desk.call(kai, 'POST', `${own(id)}/withdraw`, { match: version })).body.version;
      ({
        status,
        body: { version },
      } = await desk.call(kai, 'POST', `${own(id)}/submit`, { match: version }));
      expect(status).toBe(200);
    }
    version = (await desk.call(kai, 'POST', `${own(id)}/withdraw`, { match: version })).body.version;
    const eleventh = await desk.call(kai, 'POST', `${own(id)}/submit`, { match: version });
    expect([eleventh.status, eleventh.headers.has('retry-after'), await state(id)]).toEqual([429, true, 'withdrawn']);
  });
});
