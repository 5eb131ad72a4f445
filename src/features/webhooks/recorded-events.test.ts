import { beforeEach, describe, expect, test } from 'vitest';
import { createCollection, deleteCollection, orderCollections, updateCollection } from '#src/features/collections/admin/edit-collection.ts';
import { publishTaleTask } from '#src/features/tales/admin/publishing/publish-task.ts';
import { deleteTale, moveTale, purgeTales, updateTale } from '#src/features/tales/tales.ts';
import { listEtag } from '#src/platform/http/if-match.ts';
import { addTale, copyTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { addIssue } from '#test/newsletter-issues.ts';
import { webhookSite } from '#test/webhook-site.ts';
import { WEBHOOK_EVENT_TYPES } from './event-types.ts';

const here = webhookSite();
const { rows } = here;
const db = () => here.database().db;

/** Takes the recorded events. */
async function take(): Promise<{ type: string; subject: string; data: Record<string, unknown> }[]> {
  return rows(`with taken as (delete from webhook_events returning id, type, subject, data)
    select type, subject, data from taken order by id`);
}
const types = async () => (await take()).map(({ type }) => type);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeEach(async () => {
  await rows('delete from tales');
  await rows('delete from collections');
  await rows('delete from newsletter_issues');
});

describe('tales', () => {
  beforeEach(() => here.add({ events: [...WEBHOOK_EVENT_TYPES] }));

  test('have an event for each change that readers see, in order', async () => {
    const { id } = await addTale(db(), { title: 'The mill', excerpt: 'Of a mill.' });
    await updateTale(db(), id, 'any', { title: 'The old mill' });
    await updateTale(db(), id, 'any', { status: 'draft', title: 'Secret' });
    await updateTale(db(), id, 'any', { status: 'published' });
    await moveTale(db(), id, 'bin', here.admin().id);
    await moveTale(db(), id, 'list', here.admin().id);
    await deleteTale(db(), id);
    const events = await take();
    expect(events.map(({ type }) => type)).toEqual([
      'tale.published',
      'tale.updated',
      'tale.unpublished',
      'tale.published',
      'tale.deleted',
      'tale.published',
      'tale.deleted',
    ]);
    expect(new Set(events.map(({ subject }) => subject))).toEqual(new Set([`tale:${id}`]));
    expect(events[0]?.data).toEqual({
      ...{ id, slug: 'the-mill', title: 'The mill', version: 1, author: 'The Miller', author_slug: 'the-miller', category: 'classic' },
      ...{ excerpt: 'Of a mill.', language: 'en', age_band: '6-8', words: 4, publish_date: TIME, updated_at: TIME },
    });
    expect(events[2]?.data, 'of the last public version').toEqual({ id, slug: 'the-mill', title: 'The old mill', version: 2 });
    expect(JSON.stringify(events[2])).not.toContain('Secret');
    expect(events[6]?.data).toEqual({ id, slug: 'the-mill', title: 'Secret', version: 6 });
  });

  test('that are not public have none', async () => {
    const { id } = await addTale(db(), { status: 'draft' });
    await updateTale(db(), id, 'any', { title: 'Another title' });
    await moveTale(db(), id, 'bin', here.admin().id);
    await moveTale(db(), id, 'list', here.admin().id);
    await deleteTale(db(), id);
    expect(await types()).toEqual([]);
  });

  test('that are scheduled have theirs when their time has come', async () => {
    const { id } = await addTale(db(), { publish_date: inHours(5) });
    await updateTale(db(), id, 'any', { title: 'The clock' });
    expect(await types()).toEqual([]);
    await updateTale(db(), id, 'any', { publish_date: inHours(0.0003) });
    await expect
      .poll(async () => {
        await publishTaleTask({ db: db(), log: openTestLog().log }).run({ id }, { attempt: 1, signal: new AbortController().signal });
        return (await rows('select from webhook_events')).length;
      })
      .toBe(1);
    expect((await take())[0]).toMatchObject({ type: 'tale.published', data: { title: 'The clock' } });
    await updateTale(db(), id, 'any', { publish_date: inHours(5) });
    expect(await types()).toEqual(['tale.unpublished']);
  });

  test('have no event when nothing that readers see of them changes', async () => {
    const { id } = await addTale(db());
    await take();
    await rows('update tales set featured_rank = 1 where id = $1', [id]);
    expect(await types()).toEqual([]);
  });

  test('have an event when their author gets another name', async () => {
    const { id } = await addTale(db(), { author: 'Jonh' });
    await take();
    await rows("update authors set name = 'John', slug = 'john' where name = 'Jonh'");
    await rows('update tales set updated_at = now() where id = $1', [id]);
    expect(await take()).toMatchObject([{ type: 'tale.updated', data: { author: 'John', author_slug: 'john' } }]);
  });

  test('that are written together have one job per webhook', async () => {
    const { id } = await addTale(db());
    const before = (await rows('select id from graphile_worker.jobs')).length;
    await copyTale(here.database().pool, id, 300);
    expect((await rows('select id from graphile_worker.jobs')).length - before).toBe(1);
    const ids = (await rows('select id from tales')).map((row) => row.id);
    expect(await rows('select from webhook_deliveries')).toHaveLength(301);
    await db()
      .transaction()
      .execute((trx) => purgeTales(trx, ids, new Date()));
    expect(await rows("select from webhook_events where type = 'tale.deleted'")).toHaveLength(301);
  });
});

describe('collections', () => {
  beforeEach(() => here.add({ events: [...WEBHOOK_EVENT_TYPES] }));

  test('have an event for each change, with their public tales', async () => {
    const [tale, draft] = [await addTale(db()), await addTale(db(), { status: 'draft' })];
    await take();
    const actor = here.admin().id;
    const { id } = await createCollection(db(), actor, { title: 'Mills', tales: [draft.id, tale.id] });
    expect(await take()).toEqual([
      {
        ...{ type: 'collection.created', subject: `collection:${id}` },
        data: { id, version: 1, slug: 'mills', title: 'Mills', description: '', tales: [tale.id] },
      },
    ]);
    await updateCollection(db(), actor, id, '1', { title: 'Old mills' });
    expect(await take()).toMatchObject([{ type: 'collection.updated', data: { title: 'Old mills', version: 2 } }]);
    await orderCollections(db(), actor, listEtag([id]), [id]);
    expect(await types()).toEqual([]);
    await deleteCollection(db(), actor, id, '2', undefined);
    expect(await take()).toMatchObject([{ type: 'collection.deleted', data: { id, title: 'Old mills', tales: [tale.id] } }]);
  });

  test('without public tales are named by their id only', async () => {
    const draft = await addTale(db(), { status: 'draft' });
    const { id } = await createCollection(db(), here.admin().id, { title: 'Mills', tales: [draft.id] });
    await deleteCollection(db(), here.admin().id, id, '1', undefined);
    expect((await take()).map(({ data }) => data)).toEqual([
      { id, version: 1 },
      { id, version: 1 },
    ]);
  });
});

test('a newsletter issue has an event when it is sent', async () => {
  await here.add({ events: ['newsletter.sent'] });
  const id = await addIssue(here.database().pool);
  await rows("update newsletter_issues set status = 'sent', sent_at = '2026-11-22T09:00:00Z'");
  await rows("update newsletter_issues set status = 'sent'");
  expect(await take()).toEqual([
    {
      ...{ type: 'newsletter.sent', subject: `newsletter:${id}` },
      data: { id, date: '2026-11-22', subject: 'Tales of the week: Gänse', sent_at: '2026-11-22T09:00:00.000Z' },
    },
  ]);
});

test('nothing is recorded without a webhook, or for one that is disabled', async () => {
  const { id } = await addTale(db());
  await here.add({ events: ['tale.deleted'] });
  await updateTale(db(), id, 'any', { title: 'Mill' });
  await rows("update webhooks set status = 'disabled', disabled_reason = 'gone'");
  await deleteTale(db(), id);
  expect(await types()).toEqual([]);
});

test('the events of a paused webhook are recorded without a job', async () => {
  await here.add();
  await rows("update webhooks set status = 'paused'");
  const { id } = await addTale(db());
  await updateTale(db(), id, 'any', { title: 'Mill' });
  expect(await rows('select status from webhook_deliveries')).toEqual([{ status: 'waiting' }]);
  expect(await rows("select from graphile_worker.jobs where task_identifier = 'deliver_webhook'")).toEqual([]);
});
