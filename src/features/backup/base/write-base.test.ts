import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { baseName, removeOldBases } from './write-base.ts';

let archiveDir: string;
const now = new Date('2026-11-22T03:47:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
const segment = (place: number, timeline = 1) => `${String(timeline).padStart(8, '0')}${String(place).padStart(16, '0')}`;

beforeEach(async () => {
  archiveDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-archive-'));
  for (const folder of ['bases', 'wal', 'media/old', 'media/new', 'files/old'])
    await mkdir(path.join(archiveDir, folder), { recursive: true });
});
afterEach(() => rm(archiveDir, { recursive: true }));

const put = async (file: string, changed = now) => {
  await writeFile(path.join(archiveDir, file), '');
  await utimes(path.join(archiveDir, file), changed, changed);
};
const names = async (folder: string) => (await readdir(path.join(archiveDir, folder))).sort();

test('keeps what the last seven days need, and deletes the rest', async () => {
  const bases = [9.5, 8.5, 7.5, 6.5, 0].map((days, index) => baseName(daysAgo(days), segment(10 * (index + 1))));
  for (const base of bases) await put(`bases/${base}`);
  await put('bases/.cut-off.unfinished', daysAgo(2));
  await put('bases/.at-work.unfinished');
  for (const place of [9, 10, 29, 30, 31]) await put(`wal/${segment(place, place === 31 ? 2 : 1)}.gz`);
  for (const name of [`${segment(29)}.00000028.backup.gz`, `${segment(30)}.00000028.backup.gz`, '00000002.history.gz'])
    await put(`wal/${name}`);
  await utimes(path.join(archiveDir, 'media/old'), daysAgo(7.6), daysAgo(7.6));
  await utimes(path.join(archiveDir, 'files/old'), daysAgo(7.6), daysAgo(7.6));
  await utimes(path.join(archiveDir, 'media/new'), daysAgo(7.4), daysAgo(7.4));
  await removeOldBases(archiveDir, now);
  expect(await names('bases')).toEqual(['.at-work.unfinished', ...bases.slice(2)]);
  expect(await names('wal')).toEqual(
    [`${segment(30)}.00000028.backup.gz`, `${segment(30)}.gz`, `${segment(31, 2)}.gz`, '00000002.history.gz'].sort(),
  );
  expect(await names('media')).toEqual(['new']);
  expect(await names('files')).toEqual([]);
});

test('deletes nothing while there is only one base backup', async () => {
  await put(`bases/${baseName(daysAgo(40), segment(5))}`);
  await put(`wal/${segment(5)}.gz`);
  await removeOldBases(archiveDir, now);
  expect([await names('bases'), await names('wal')]).toEqual([[expect.any(String)], [`${segment(5)}.gz`]]);
});
