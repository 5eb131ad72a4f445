import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deleteTale, updateTale } from '#src/features/tales/tales.ts';
import { bookText, THREE_TALES, uniqueTale, uniqueText } from '#test/book-texts.ts';
import { chapter, makeEpub, makeZip } from '#test/books.ts';
import { importSite, opening, summarizeOutcomes } from '#test/import-runs.ts';
import { listRuns } from './persist/runs.ts';

const here = importSite();
const { write, run, listTales } = here;

describe('an import', () => {
  test('creates the tales of a book and publishes those without warnings', async () => {
    await write({ 'book.txt': bookText(THREE_TALES) });
    expect(summarizeOutcomes((await run()).outcomes)).toEqual(['3 made']);
    expect(await listTales()).toEqual([
      expect.objectContaining({
        slug: 'the-fox',
        title: 'The Fox',
        author: 'Ada Miller',
        status: 'published',
        source: 'The Small Book. Project Gutenberg 77001',
      }),
      expect.objectContaining({ title: 'The Mill', rights: expect.stringMatching(/^In the public domain in the United States/) }),
      expect.objectContaining({ title: 'The Raven', version: 1 }),
    ]);
    expect(await listRuns(here.site.db)).toMatchObject([
      { books: ['The Small Book'], bookCount: 1, tales: 3, drafts: 0, state: 'done', by: null },
    ]);
    const { rows } = await here.site.pool.query('select c.slug from tale_categories tc join categories c on c.id = tc.category_id');
    expect(rows).toEqual([{ slug: 'animals' }]);
  });

  test('of an unchanged book does nothing, whatever the file name', async () => {
    await write({ 'book.txt': bookText(THREE_TALES) });
    await run();
    const before = await listTales();
    await rm(path.join(here.folder, 'book.txt'));
    await write({ 'deeper/other.txt': bookText(THREE_TALES) });
    const again = await run();
    expect(summarizeOutcomes(again.outcomes)).toEqual(['unchanged']);
    expect(again.run).toBeUndefined();
    // Although one changed letter makes the file new, its tales are unchanged.
    await write({ 'deeper/other.txt': `${bookText(THREE_TALES)}\n\n` });
    expect(summarizeOutcomes((await run()).outcomes)).toEqual(['3 unchanged']);
    expect(await listTales()).toEqual(before);
  });

  test('of a changed book touches neither edited nor deleted tales', async () => {
    const four = { ...THREE_TALES, 'The Spindle': uniqueTale(4) };
    await write({ 'book.txt': bookText(four) });
    await run();
    const [fox, mill, raven] = await listTales();
    await updateTale(here.site.db, fox.id, 'any', { title: 'Reynard' });
    await deleteTale(here.site.db, mill.id);
    const anew = Object.fromEntries(Object.entries(four).map(([title, text]) => [title, text.replaceAll('number', 'big number')]));
    await write({ 'book.txt': bookText({ 'The Bread': uniqueTale(5), ...anew }) });
    expect(summarizeOutcomes((await run()).outcomes)).toEqual(['1 made, 2 changed, 2 left']);
    const after = await listTales();
    expect(after.map(({ title, version }) => [title, version])).toEqual([
      ['Reynard', 2],
      ['The Bread', 1],
      ['The Raven', 2],
      ['The Spindle', 2],
    ]);
    expect(after.find(({ title }) => title === 'The Raven').id).toBe(raven.id);
  });

  test('writes nothing in a dry run, which detects duplicates', async () => {
    await write({
      'a.txt': bookText(THREE_TALES),
      'b.txt': bookText({ 'The Fox': uniqueTale(1), 'The Queen': uniqueTale(9) }, { number: 77002, title: 'Another' }),
    });
    const { outcomes, run: number } = await run({ isDry: true });
    expect(summarizeOutcomes(outcomes)).toEqual(['3 made', '1 made, 1 duplicates']);
    expect(outcomes[1]).toMatchObject({ report: { duplicates: [{ title: 'The Fox', of: 'The Fox', book: 'The Small Book' }] } });
    expect(number).toBeUndefined();
    for (const table of ['tales', 'tale_slugs', 'imported_books', 'import_runs', 'imported_tales'])
      expect((await here.site.pool.query(`select from ${table}`)).rowCount).toBe(0);
  });

  test('skips near-duplicates of other books, unless told to keep them', async () => {
    const spelt = uniqueTale(1).replaceAll('There was once', 'Once there was');
    await write({
      'a.txt': bookText(THREE_TALES),
      'b.txt': bookText({ 'The Vixen': spelt, 'The Queen': uniqueTale(9) }, { number: 77002 }),
    });
    expect(summarizeOutcomes((await run()).outcomes)).toEqual(['3 made', '1 made, 1 duplicates']);
    expect(summarizeOutcomes((await run()).outcomes)).toEqual(['unchanged', 'unchanged']);
    expect(summarizeOutcomes((await run({ keepDuplicates: true })).outcomes)).toEqual(['3 unchanged', '1 made, 1 unchanged']);
    expect((await listTales()).map(({ title }) => title)).toEqual(['The Fox', 'The Mill', 'The Queen', 'The Raven', 'The Vixen']);
  });

  test('publishes nothing with warnings', async () => {
    const odd = {
      ...THREE_TALES,
      'The Odd One': `and so it went on. ${uniqueText(8)}.`,
      'The Endless One': `There was ${uniqueText(12)} and then`,
      'The Spindle': uniqueTale(4),
    };
    await write({
      'sure.txt': bookText(odd),
      'free.txt': bookText({ 'The Queen': uniqueTale(9), 'The King': uniqueTale(10) }, { number: null }),
    });
    const { outcomes } = await run();
    const status = async () => Object.fromEntries((await listTales()).map((tale) => [tale.title, tale.status]));
    const drafts = { 'The Odd One': 'draft', 'The Endless One': 'draft' };
    const sure = { 'The Fox': 'published', 'The Mill': 'published', 'The Raven': 'published', 'The Spindle': 'published' };
    expect(await status()).toEqual({ ...drafts, ...sure, 'The Queen': 'draft', 'The King': 'draft' });
    expect(outcomes[0]).toMatchObject({
      report: {
        doubtful: [
          // Its language is detected.
          { title: 'The Queen', why: ['Rights information is missing.'] },
          {},
        ],
      },
    });
    await run({ publishing: 'publish' });
    expect(await status()).toMatchObject({ ...drafts, 'The Queen': 'published' });
  });

  test('detects the language of tales in a table without one, and warns where it finds none', async () => {
    const rows = [
      ['The Owl', 'Once upon a time there was an owl who lived in an old oak by the mill, and every night she counted the stars.'],
      ['Die Eule', 'Es war einmal eine Eule, die wohnte in einer alten Eiche bei der Mühle und zählte jede Nacht die Sterne.'],
      ['The Hen', 'Long ago there lived a hen who had three chicks, and she took them to the river every morning to drink.'],
      ['Owl', 'An owl.'],
      ['Numbers', '1 2 3 4 5 6 7 8 9. '.repeat(9)],
    ];
    await write({
      'tales.csv': `title,text,source,rights\n${rows.map(([title, text]) => `${title},"${text}",Told at the mill,Public domain`).join('\n')}\n`,
    });
    await run();
    const { rows: tales } = await here.site.pool.query('select title, language, status from tales order by title');
    expect(tales).toEqual([
      { title: 'Die Eule', language: 'de', status: 'published' },
      expect.objectContaining({ title: 'Numbers' }),
      { title: 'Owl', language: 'en', status: 'published' },
      { title: 'The Hen', language: 'en', status: 'published' },
      { title: 'The Owl', language: 'en', status: 'published' },
    ]);
    await write({ 'numbers.csv': `title,text,source,rights\nDigits,"${'9 8 7 6 5 4 3. '.repeat(9)}",Told at the mill,Public domain\n` });
    const { outcomes } = await run();
    expect(JSON.stringify(outcomes)).toContain('The language is unknown.');
  });

  test('saves drafts only, and publishes tales without warnings in a later run', async () => {
    await write({ 'book.txt': bookText(THREE_TALES) });
    await run({ publishing: 'draft' });
    expect((await listTales()).map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
    expect(summarizeOutcomes((await run()).outcomes)).toEqual(['3 changed']);
    expect((await listTales()).map(({ status }) => status)).toEqual(['published', 'published', 'published']);
    await run({ publishing: 'draft' });
    expect((await listTales()).map(({ status }) => status)).toEqual(['published', 'published', 'published']);
  });

  test('reads EPUB and HTML, continues after an unreadable file and names it', async () => {
    const html = `<html lang="en"><head><title>H</title></head><body>${Object.entries(THREE_TALES)
      .map(([name, text]) => `<h2>${name}</h2><p>${text}</p>`)
      .join('')}</body></html>`;
    const page = chapter(`<h2>The Queen</h2><p>${uniqueTale(9)}</p><h2>The King</h2><p>${uniqueTale(10)}</p>`);
    await write({ 'a.epub': 'no book', 'b.epub': makeEpub({ 'OPS/one.xhtml': page }), 'c.html': html, 'd.txt': '' });
    const { outcomes } = await run({ opening: undefined });
    expect(summarizeOutcomes(outcomes)).toEqual([
      expect.stringMatching(/^failed: Not a valid EPUB/),
      '2 made',
      '3 made',
      'failed: No tales found.',
    ]);
  });

  test('passes on the reasons of each classification, in its own transaction', async () => {
    await write({ 'book.txt': bookText(THREE_TALES) });
    const written: unknown[] = [];
    await run({
      onWritten: async (trx, tales) =>
        written.push(trx.isTransaction, ...tales.map(({ classification }) => classification.reasons[0]?.why)) as never,
    });
    expect(written).toEqual([true, ...Array(3).fill('All of them are.')]);
    await write({ 'book.txt': bookText({ 'The Bread': uniqueTale(5), 'The Spindle': uniqueTale(6) }) });
    await expect(run({ onWritten: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
    expect((await listTales()).map(({ title }) => title)).toEqual(['The Fox', 'The Mill', 'The Raven']);
  });
});

test('a killed import leaves no partial book, and the next one continues', async () => {
  await write({
    'a.txt': bookText(THREE_TALES),
    'b.txt': bookText({ 'The Queen': uniqueTale(9), 'The King': uniqueTale(10) }, { number: 77002 }),
  });
  const script = fileURLToPath(new URL('../../../test/import-crash-process.ts', import.meta.url));
  const files = ['a.txt', 'b.txt'].map((name) => path.join(here.folder, name));
  const child = fork(script, [here.site.url, ...files], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Its lock is released with its connection, which the next import waits for.
  expect(summarizeOutcomes((await run()).outcomes)).toEqual(['unchanged', '2 made']);
  expect((await listTales()).map(({ slug }) => slug)).toEqual(['the-fox', 'the-king', 'the-mill', 'the-queen', 'the-raven']);
  expect((await listRuns(here.site.db)).map(({ state, tales }) => [state, tales])).toEqual([
    ['done', 2],
    ['interrupted', 3],
  ]);
});

test('a file that ends the batch process does not stop the others from being read', async () => {
  await write({
    'a.txt': bookText(THREE_TALES),
    'b.txt': 'no',
    'c.txt': bookText({ 'The Queen': uniqueTale(9), 'The King': uniqueTale(10) }, { number: 77002 }),
  });
  const openSmallFiles = () => Promise.reject(new Error('ended with SIGABRT'));
  expect(summarizeOutcomes((await run({ opening: { ...opening, openSmallFiles } })).outcomes)).toEqual([
    '3 made',
    'failed: No tales found.',
    '2 made',
  ]);
});

test('nor does a member of a ZIP, which is named', async () => {
  const ending = 1;
  const openMembers: typeof opening.openMembers = (zip, task) =>
    task.at.includes(ending) ? Promise.reject(new Error('ended with SIGABRT')) : opening.openMembers(zip, task);
  const others = bookText({ 'The Queen': uniqueTale(9), 'The King': uniqueTale(10) }, { number: 77002 });
  const parts = [
    { name: 'a.txt', data: bookText(THREE_TALES) },
    { name: 'b.txt', data: bookText({ 'The Oven': uniqueTale(11), 'The Well': uniqueTale(12) }, { number: 77003 }) },
    { name: 'c.txt', data: others },
  ];
  await write({ 'all.zip': makeZip(parts) });
  const { outcomes } = await run({ opening: { ...opening, openMembers } }, ['all.zip']);
  expect(outcomes.map(({ file }) => file.name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(summarizeOutcomes(outcomes)).toEqual(['3 made', expect.stringMatching(/^failed: /), '2 made']);
});
