import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openDraftDevices } from '#test/draft-devices.ts';
import { addTale } from '#test/factories.ts';
import { discardDraft, findDraft } from './find-draft.ts';

let database: TestDatabase;
let devices: ReturnType<typeof openDraftDevices>;
let tale = '';
const me = { name: 'Gerda', email: 'gerda@t.example', role: 'admin' };
vi.mock('#src/api-client/current-user.ts', () => ({ getCurrentUser: () => me }));

beforeAll(async () => {
  database = await createTestDatabase();
  tale = (await addTale(database.db)).id;
  devices = openDraftDevices(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await devices.clear();
  me.email = 'gerda@t.example';
});

test('offline, a draft is stored on the device, and sent when the connection is back', async () => {
  devices.failures.isOffline = true;
  const page = devices.openPage(tale);
  page.type({ title: 'In the snow' });
  await page.waitForState('on-this-device');
  expect(page.view()?.savedAt).toMatch(/^20/);
  expect(await findDraft(tale)).toMatchObject({ from: 'this-device', fields: { title: 'In the snow' }, base_version: 1 });
  devices.failures.isOffline = false;
  page.type({ title: 'In the snow' });
  expect(
    devices.requests.filter((method) => method === 'PUT'),
    'the next try waits a while',
  ).toHaveLength(1);
  page.retryNow();
  await page.waitForState('saved');
  expect(await devices.titles()).toEqual(['In the snow']);
});

test('after a crash the device has what was not sent', async () => {
  const page = devices.openPage(tale);
  page.type({ title: 'First words' });
  await page.waitForState('saved');
  devices.failures.isOffline = true;
  page.type({ title: 'Last words' });
  await page.waitForState('on-this-device');
  devices.failures.isOffline = false;
  expect(await findDraft(tale)).toMatchObject({ id: page.id, from: 'this-device', fields: { title: 'Last words' } });
});

test('another device gets the draft of the server; the later one wins, whatever the clocks say', async () => {
  const first = new Map<string, string>();
  devices.useDevice(first);
  devices.failures.isOffline = true;
  // The clock of this device is an hour ahead, so its drafts look newer than they are.
  const { now } = Date;
  const early = () => now() + 3_600_000;
  vi.spyOn(Date, 'now').mockImplementation(early);
  const here = devices.openPage(tale);
  here.type({ title: 'Older, here' });
  await here.waitForState('on-this-device');
  vi.restoreAllMocks();
  devices.failures.isOffline = false;
  devices.useDevice(new Map());
  const there = devices.openPage(tale);
  there.type({ title: 'Newer, there' });
  await there.waitForState('saved');
  expect(await findDraft(tale)).toMatchObject({ from: 'server', fields: { title: 'Newer, there' } });
  devices.useDevice(first);
  vi.spyOn(Date, 'now').mockImplementation(early);
  expect(await findDraft(tale)).toMatchObject({ from: 'server', fields: { title: 'Newer, there' } });
  vi.restoreAllMocks();
});

test('a continued draft is replaced, also of a new tale', async () => {
  const crashed = devices.openPage(null);
  devices.failures.isOffline = true;
  crashed.type({ title: 'Begun' });
  await crashed.waitForState('on-this-device');
  devices.failures.isOffline = false;
  const found = await findDraft(null);
  const page = devices.openPage(null);
  page.replaceDraft(found?.id ?? '');
  page.type({ title: 'Begun, and more' });
  await page.waitForState('saved');
  expect(await devices.titles()).toEqual(['Begun, and more']);
  expect(devices.deviceDrafts()).toEqual([]);
});

test('drafts of new tales and of existing tales are not mixed up', async () => {
  const [old, fresh] = [devices.openPage(tale), devices.openPage(null)];
  old.type({ title: 'Old' });
  fresh.type({ title: 'Fresh' });
  await old.waitForState('saved');
  await fresh.waitForState('saved');
  expect(await findDraft(null)).toMatchObject({ id: fresh.id });
  expect(await findDraft(tale)).toMatchObject({ id: old.id });
  await database.pool.query('update tale_drafts set tale_id = null');
  expect(await findDraft(null), 'the draft of a tale that is gone is not that of a new one').toMatchObject({ id: fresh.id });
});

test('a draft discarded offline is not offered again', async () => {
  const page = devices.openPage(tale);
  page.type({ title: 'Unwanted' });
  await page.waitForState('saved');
  devices.failures.isOffline = true;
  await page.discard();
  devices.failures.isOffline = false;
  expect(await findDraft(tale)).toBeNull();
  await expect.poll(devices.titles).toEqual([]);
  page.type({ title: 'Wanted' });
  await page.waitForState('saved');
  expect(await findDraft(tale)).toMatchObject({ fields: { title: 'Wanted' } });
});

test('a draft without changes is deleted', async () => {
  const page = devices.openPage(tale);
  page.type({ title: 'The Mill', tags: ['classic'] });
  await page.waitForState('saved');
  expect(await findDraft(tale, { title: 'A Mill', tags: ['classic'] })).not.toBeNull();
  expect(await findDraft(tale, { title: 'The Mill', tags: ['classic'], excerpt: 'More' })).toBeNull();
  expect(await devices.titles()).toEqual([]);
});

test('discarding a draft removes everything on the device for its tale', async () => {
  devices.failures.isOffline = true;
  const [one, two] = [devices.openPage(tale), devices.openPage(tale)];
  one.type({ title: 'One' });
  two.type({ title: 'Two' });
  devices.failures.isOffline = false;
  await two.waitForState('on-this-device');
  const found = await findDraft(tale);
  if (found !== null) await discardDraft(found);
  expect([await findDraft(tale), devices.deviceDrafts()]).toEqual([null, []]);
});

test('unsent drafts are sent when another tale is opened, unless there is a later one', async () => {
  devices.failures.isOffline = true;
  const page = devices.openPage(tale);
  page.type({ title: 'Left behind' });
  await page.waitForState('on-this-device');
  devices.failures.isOffline = false;
  await findDraft(null);
  await expect.poll(devices.titles).toEqual(['Left behind']);
  await expect.poll(devices.deviceDrafts).toEqual([]);
});

test('another account on the device does not see drafts', async () => {
  devices.failures.isOffline = true;
  const page = devices.openPage(tale);
  page.type({ title: "Gerda's" });
  await page.waitForState('on-this-device');
  devices.failures.isOffline = false;
  me.email = 'kay@t.example';
  expect(await findDraft(tale)).toBeNull();
  expect(await findDraft(null)).toBeNull();
  expect(await devices.titles()).toEqual([]);
});
