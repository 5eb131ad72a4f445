import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookText, THREE_TALES } from '#test/book-texts.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { opening } from '#test/import-runs.ts';
import { openImports, TALE, type TestImports } from '#test/imports.ts';
import { retryJobsNow } from '#test/jobs.ts';
import type { ImportRuns, ImportUpload, ImportUploads } from './contract.ts';

let database: TestDatabase;
let site: TestImports;
beforeAll(async () => {
  database = await createTestDatabase();
  site = await openImports(database);
});
afterAll(async () => {
  await site.close();
  await database.drop();
});
afterEach(() => site.reset());

/** Opens books when the test allows it: `begun` contains the requested ones. */
function gated() {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const openBook: typeof opening.openBook = async (file, task) => {
    begun.push(task.fileName ?? '');
    if (task.fileName !== 'first.txt') await gate.promise;
    return opening.openBook(file, task);
  };
  return { begun, open: gate.resolve, opening: { ...opening, openBook } };
}
/** Too long to be opened together with others. */
const long = (number: number) =>
  `There was once a number. ${Array.from({ length: 3500 }, (_, index) => `mill${number * 10_000 + index}`).join(' ')}.`;
const FIRST = bookText({ 'The Fox': long(1), 'The Mill': long(2) }, { number: 77001, title: 'First' });
const SECOND = bookText({ 'The Raven': long(3), 'The Queen': long(4) }, { number: 77002, title: 'Second' });
const THIRD = bookText({ 'The Bread': long(5), 'The Forest': long(6) }, { number: 77003, title: 'Third' });
const titles = async () => (await site.rows('select title from tales order by title')).map(({ title }) => title);

describe('an import', () => {
  async function checked(): Promise<string> {
    const id = await site.begin({ 'first.txt': FIRST, 'second.txt': SECOND, 'third.txt': THIRD });
    const jobs = await site.work();
    await site.ask('POST', `/imports/${id}/check`, {});
    await site.ends(id, 'checked');
    await jobs.stop();
    return id;
  }

  test('keeps what was written when stopped, and continues as the same run', async () => {
    const id = await checked();
    const { open, opening: slow } = gated();
    await site.work({ opening: slow });
    await site.ask('POST', `/imports/${id}/import`);
    await expect.poll(titles).toEqual(['The Fox', 'The Mill']);
    const { body: runs } = await site.ask<ImportRuns>('GET', '/import-runs');
    const run = runs.runs[0]?.id;
    expect((await site.ask('POST', `/import-runs/${run}/undo`)).body.code).toBe('at_work');
    const stopped = await site.ask<ImportUpload>('POST', `/imports/${id}/stop`);
    expect(stopped).toMatchObject({
      status: 200,
      body: { state: 'failed', run, progress: null, problem: expect.stringContaining(`Tales imported so far are kept as import ${run}.`) },
    });
    open();
    await expect.poll(() => site.rows('select from graphile_worker.jobs')).toEqual([]);
    expect(await titles()).toEqual(['The Fox', 'The Mill']);
    await site.ask('POST', `/imports/${id}/check`, {});
    await site.ends(id, 'checked');
    await site.ask('POST', `/imports/${id}/import`);
    await site.ends(id, 'done');
    expect(await site.report(id)).toMatchObject({ run, books: [{ outcome: 'unchanged' }, { made: 2 }, { made: 2 }] });
    expect((await site.rows('select from import_runs')).length).toBe(1);
  });

  test('continues in another process after a shutdown, and reports all books', async () => {
    const id = await checked();
    const { open, opening: slow } = gated();
    const jobs = await site.work({ opening: slow, drainMs: 50 });
    await site.ask('POST', `/imports/${id}/import`);
    await expect.poll(async () => (await site.rows('select progress from import_uploads'))[0]?.progress?.files_done).toBe(1);
    await jobs.stop();
    expect((await site.report(id)).state).toBe('importing');
    open();
    await site.work();
    await retryJobsNow(database.ownerUrl);
    await site.ends(id, 'done');
    expect((await site.report(id)).books).toMatchObject([{ made: 2 }, { made: 2 }, { made: 2 }]);
    expect((await site.ask<ImportRuns>('GET', '/import-runs')).body.runs).toMatchObject([{ tales: 6, state: 'done' }]);
  });

  test('continues in another job when it takes too long; a check fails', async () => {
    const id = await checked();
    const begun: string[] = [];
    const openBook: typeof opening.openBook = async (file, task) => {
      begun.push(task.fileName ?? '');
      const isFirst = begun.filter((name) => name === 'second.txt').length === 1;
      if (task.fileName === 'second.txt' && isFirst) await wait(500);
      return opening.openBook(file, task);
    };
    await site.work({ budgetMs: 300, opening: { ...opening, openBook } });
    await site.ask('POST', `/imports/${id}/check`, {});
    await site.ends(id, 'failed');
    expect((await site.report(id)).problem).toBe('Previewing these files takes too long. Split them into several imports.');
    await site.rows("update import_uploads set state = 'checked'");
    begun.length = 0;
    await site.ask('POST', `/imports/${id}/import`);
    await site.ends(id, 'done');
    expect([(await titles()).length, begun.filter((name) => name === 'second.txt').length]).toEqual([6, 2]);
  });

  test('fails with a message when its files are missing or errors persist', async () => {
    const id = await checked();
    await site.work();
    const lost = vi.spyOn(site.store, 'getFile').mockRejectedValue(new Error('out of order'));
    await site.ask('POST', `/imports/${id}/import`);
    for (let tries = 1; tries < 5; tries += 1) {
      await expect
        .poll(async () => (await site.rows('select attempts, locked_at from graphile_worker.jobs'))[0])
        .toEqual({ attempts: tries, locked_at: null });
      await retryJobsNow(database.ownerUrl);
    }
    await site.ends(id, 'failed');
    expect((await site.report(id)).problem).toBe(
      'The import failed because of a server problem. Contact an administrator. Nothing was imported.',
    );
    lost.mockRestore();
    await site.store.remove(id);
    await site.ask('POST', `/imports/${id}/check`, {});
    await site.ends(id, 'failed');
    expect((await site.report(id)).problem).toMatch(/^The file “first.txt” is no longer available/);
  });
});

test('runs beside one other, others are queued in order, and stopping a queued one frees its place', async () => {
  const { begun, open, opening: slow } = gated();
  await site.work({ opening: slow });
  const ids: string[] = [];
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) {
    const id = await site.begin({ [name]: bookText(THREE_TALES) });
    await site.ask('POST', `/imports/${id}/check`, {});
    ids.push(id);
  }
  // Both begin at once, in processes of their own.
  await expect.poll(() => begun.toSorted()).toEqual(['a.txt', 'b.txt']);
  const { body } = await site.ask<ImportUploads>('GET', '/imports');
  expect(body.imports.map(({ state, progress }) => [state, progress?.is_waiting])).toEqual([
    ...[0, 1].map(() => ['checking', true]),
    ...[0, 1].map(() => ['checking', false]),
  ]);
  expect((await site.ask('POST', `/imports/${ids[2]}/stop`)).body).toMatchObject({ state: 'collecting', progress: null });
  open();
  for (const id of [ids[0], ids[1], ids[3]]) await site.ends(id ?? '', 'checked');
  expect(begun.slice(2)).toEqual(['d.txt']);
});

test('marks an import as failed when its job was killed at the last attempt', async () => {
  const [lost, next] = [await site.begin({ 'a.md': TALE }), await site.begin({ 'b.md': TALE })];
  await site.ask('POST', `/imports/${lost}/check`, {});
  await site.rows('update graphile_worker._private_jobs set attempts = max_attempts');
  await site.ask('POST', `/imports/${next}/check`, {});
  expect(await site.report(lost)).toMatchObject({ state: 'failed', problem: expect.stringContaining('failed repeatedly') });
  await site.rows('delete from graphile_worker._private_jobs');
});
