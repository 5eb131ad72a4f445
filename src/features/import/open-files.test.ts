import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { opening } from '#test/import-runs.ts';
import { listFiles } from './list-files.ts';
import { type FileOpeners, type Opened, readAhead } from './open-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-files-'));
  return () => rm(folder, { recursive: true });
});

async function open(files: Record<string, string>, by: FileOpeners, known = new Set<string>()): Promise<Opened[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const opened: Opened[] = [];
  for await (const each of readAhead((await listFiles([{ path: folder, name: folder }])).files, {
    known,
    settings: 'sure',
    map: '',
    opening: by,
  }))
    opened.push(each);
  return opened;
}

const said = (opened: Opened) => ('read' in opened ? opened.read.book.name : 'failed' in opened ? 'failed' : 'unchanged');

test('reopens one by one only the small files near the one that ended the process', async () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.md`, `# Tale ${at}\n\nThere was a mill.`]));
  const alone: string[] = [];
  const opened = await open(files, {
    ...opening,
    openSmallFiles: (given) =>
      given.some(({ fileName }) => fileName === '17.md') ? Promise.reject(new Error('killed')) : opening.openSmallFiles(given),
    openBook: (file, task) => {
      alone.push(path.basename(file));
      return file.endsWith('17.md') ? Promise.reject(new Error('killed')) : opening.openBook(file, task);
    },
  });
  expect(opened.map(said)).toEqual(Array.from({ length: 40 }, (_, at) => (at === 17 ? 'failed' : `Tale ${at}`)));
  expect(alone).toContain('17.md');
  expect(alone.length).toBeLessThan(5);
});

test('opens small files in batches limited by bytes, large ones alone and known ones not at all', async () => {
  const long = (size: number) => `# Tale\n\n${'There was a mill. '.repeat(size / 18)}`;
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${at}.md`, `${long(60_000)}${at}`]));
  const together: number[] = [];
  const counting: FileOpeners = {
    ...opening,
    openSmallFiles: (given) => {
      together.push(given.length);
      return opening.openSmallFiles(given);
    },
  };
  const known = new Set<string>();
  const opened = await open({ ...files, '70b.md': long(90_000) }, counting, known);
  expect(opened.map(said)).toEqual(Array.from({ length: 151 }, () => 'Tale'));
  expect(together.reduce((sum, each) => sum + each)).toBe(150);
  expect(together.length).toBe(2);
  expect((await open({}, counting, known)).map(said)).toEqual(Array.from({ length: 151 }, () => 'unchanged'));
});
