import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openDraftDevices } from '#test/draft-devices.ts';
import { addTale } from '#test/factories.ts';

let database: TestDatabase;
let devices: ReturnType<typeof openDraftDevices>;
let tale = '';

beforeAll(async () => {
  database = await createTestDatabase();
  tale = (await addTale(database.db)).id;
  devices = openDraftDevices(database);
});
afterAll(() => database.drop());
beforeEach(() => devices.clear());

test('a saved draft is on the server and no longer on the device', async () => {
  const page = devices.openPage(tale);
  page.type({ title: 'The Mill', content: '<p>It ground.</p>' });
  expect(devices.deviceDrafts()).toHaveLength(1);
  await page.waitForState('saved');
  const [kept] = await devices.listSavedDrafts();
  expect(kept).toMatchObject({ id: page.id, fields: { title: 'The Mill', content: '<p>It ground.</p>' } });
  expect(Math.abs(Date.parse(page.view()?.savedAt ?? '') - Date.now())).toBeLessThan(10_000);
  expect(devices.deviceDrafts()).toEqual([]);
});

test('unchanged values are not sent again; changes during a request follow', async () => {
  const page = devices.openPage(tale);
  const letGo = devices.holdResponses();
  page.type({ title: 'One' });
  page.type({ title: 'Two' });
  page.type({ title: 'Three' });
  letGo();
  await expect.poll(devices.titles).toEqual(['Three']);
  await page.waitForState('saved');
  page.type({ title: 'Three' });
  expect(devices.requests).toEqual(['PUT', 'PUT']);
});

test('with full storage and no connection the state is failed', async () => {
  Object.assign(devices.failures, { isFull: true, isOffline: true });
  const page = devices.openPage(tale);
  page.type({ title: 'Nowhere' });
  await page.waitForState('failed');
  Object.assign(devices.failures, { isFull: false, isOffline: false });
  page.retryNow();
  await page.waitForState('saved');
});

test('a rejected draft stays on the device', async () => {
  await database.pool.query("update users set role = 'user'");
  const page = devices.openPage(tale);
  page.type({ title: 'The Mill' });
  await page.waitForState('on-this-device');
  expect(devices.deviceDrafts()).toHaveLength(1);
});

test('with two pages of one user, the later one wins and is told of the other', async () => {
  const [one, two] = [devices.openPage(tale), devices.openPage(tale)];
  one.type({ title: 'One' });
  await one.waitForState('saved');
  expect(one.view()?.isElsewhere).toBe(false);
  two.type({ title: 'Two' });
  await two.waitForState('saved');
  expect(two.view()?.isElsewhere).toBe(true);
  expect(await devices.titles()).toEqual(['Two']);
  one.type({ title: 'One again' });
  await expect.poll(() => one.view()?.isElsewhere).toBe(true);
  expect(await devices.titles()).toEqual(['One again']);
});

test('discard deletes the draft on device and server, also during a request', async () => {
  const page = devices.openPage(tale);
  const letGo = devices.holdResponses();
  page.type({ title: 'Unwanted' });
  const gone = page.discard({ title: 'Unwanted, to the end' });
  letGo();
  await gone;
  expect([await devices.titles(), devices.deviceDrafts(), page.view()?.state]).toEqual([[], [], 'none']);
  page.type({ title: 'Unwanted, to the end' });
  expect(devices.deviceDrafts()).toEqual([]);
  page.type({ title: 'Unwanted' });
  await page.waitForState('saved');
  expect(await devices.titles(), 'what is typed again is kept again').toEqual(['Unwanted']);
});

test('without changes the stored draft is deleted; an offered one stays', async () => {
  const page = devices.openPage(tale);
  page.replaceDraft(randomUUID());
  page.discardUnchanged();
  expect(devices.requests).toEqual([]);
  page.type({ title: 'Changed' });
  await page.waitForState('saved');
  page.discardUnchanged();
  await expect.poll(devices.titles).toEqual([]);
});

test('a closing page sends the latest values', async () => {
  const page = devices.openPage(tale);
  const letGo = devices.holdResponses();
  page.type({ title: 'One' });
  page.flush();
  expect(devices.requests).toEqual(['PUT']);
  page.type({ title: 'Two' });
  page.flush();
  expect(devices.requests).toEqual(['PUT', 'PUT']);
  letGo();
  await page.waitForState('saved');
});
