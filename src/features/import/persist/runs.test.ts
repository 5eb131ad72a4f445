import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { updateTale } from '#src/features/tales/tales.ts';
import { bookText, THREE_TALES, uniqueTale } from '#test/book-texts.ts';
import { importSite, summarizeOutcomes } from '#test/import-runs.ts';
import { findLastRun, undoRun } from './runs.ts';

/** Undoing an import run. */

const here = importSite();
const { write, run, listTales } = here;

test('removes the tales of the run with their slugs, and nothing else', async () => {
  await write({ 'a.txt': bookText(THREE_TALES) });
  const first = await run();
  await write({ 'b.txt': bookText({ 'The Queen': uniqueTale(9), 'The King': uniqueTale(10) }, { number: 77002 }) });
  const second = await run();
  expect(await findLastRun(here.site.db)).toBe(second.run);
  expect(await undoRun(here.site.db, second.run as number)).toEqual({ removed: 2, edited: [], changed: 0 });
  expect((await listTales()).map(({ title }) => title)).toEqual(['The Fox', 'The Mill', 'The Raven']);
  expect(await findLastRun(here.site.db)).toBe(first.run);
  expect(summarizeOutcomes((await run()).outcomes)).toEqual(['unchanged', '2 made']);
  expect((await listTales()).find(({ title }) => title === 'The Queen').slug).toBe('the-queen');
  expect(await undoRun(here.site.db, 987654)).toBeUndefined();
});

test('removes authors created by the run, unless they were edited or have other tales', async () => {
  const by = (author: string, number: number) =>
    bookText({ 'The Queen': uniqueTale(number), 'The King': uniqueTale(number + 1) }, { number: 77000 + number, author });
  const authors = async () => {
    const { rows } = await here.site.pool.query(
      "select slug from authors where slug like 'test-%' union select slug from author_slugs where slug like 'test-%' order by 1",
    );
    return rows.map(({ slug }) => slug);
  };
  await write({ 'a.txt': by('Test Early', 20) });
  await run();
  await write({
    'b.txt': by('Test Weaver', 30),
    'c.txt': by('Test Early', 40),
    'd.txt': by('Test Known', 50),
    'e.txt': by('Test Busy', 60),
  });
  const { run: number } = await run();
  await here.site.pool.query("update authors set biography = 'He was told of.' where slug = 'test-known'");
  await here.site.pool.query(
    "update tales set excerpt = 'An own one.', version = version + 1 where title = 'The King' and author = 'Test Busy'",
  );
  expect(await undoRun(here.site.db, number as number)).toMatchObject({ removed: 7, edited: ['The King'] });
  expect(await authors()).toEqual(['test-busy', 'test-early', 'test-known']);
  // The slug is free again.
  await run();
  expect(await authors()).toContain('test-weaver');
});

test('keeps edited tales, which importing the book again does not duplicate', async () => {
  await write({ 'a.txt': bookText(THREE_TALES) });
  const { run: number } = await run();
  const [fox] = await listTales();
  await updateTale(here.site.db, fox.id, 'any', { excerpt: 'An own one.' });
  expect(await undoRun(here.site.db, number as number)).toEqual({ removed: 2, edited: ['The Fox'], changed: 0 });
  expect(await undoRun(here.site.db, number as number)).toEqual({ removed: 2, edited: ['The Fox'], changed: 0 });
  expect(summarizeOutcomes((await run()).outcomes)).toEqual(['2 made, 1 unchanged']);
  expect((await listTales()).map(({ title, version }) => [title, version])).toEqual([
    ['The Fox', 2],
    ['The Mill', 1],
    ['The Raven', 1],
  ]);
});

test('allows tales that were skipped as duplicates of removed ones', async () => {
  await write({ 'a.txt': bookText(THREE_TALES) });
  const first = await run();
  await write({ 'b.txt': bookText(THREE_TALES, { number: 77002 }) });
  expect(summarizeOutcomes((await run()).outcomes)).toEqual(['unchanged', '3 duplicates']);
  await undoRun(here.site.db, first.run as number);
  await rm(path.join(here.folder, 'a.txt'));
  expect(summarizeOutcomes((await run()).outcomes)).toEqual(['3 made']);
});

test('reports how many tales of earlier runs the run has updated', async () => {
  await write({ 'a.txt': bookText(THREE_TALES) });
  await run();
  await write({ 'a.txt': bookText({ ...THREE_TALES, 'The Fox': uniqueTale(1).replace('There was', 'Long ago there was') }) });
  const { run: number } = await run();
  expect(await undoRun(here.site.db, number as number)).toEqual({ removed: 0, edited: [], changed: 1 });
  expect(await listTales()).toHaveLength(3);
});
