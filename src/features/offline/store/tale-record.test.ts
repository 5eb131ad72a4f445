import { expect, test } from 'vitest';
import type { BuildRecord } from './records.ts';
import { sortBuilds } from './sort-builds.ts';
import { isKept, orphanFiles, sumBytes, surplusVisited, type TaleRecord } from './tale-record.ts';

const record = (slug: string, about: Partial<TaleRecord> = {}): TaleRecord => ({
  ...{ slug, title: slug, minutes: 5, bytes: 1000, files: [], app: '/assets/app-1.js', seenAt: 0, keptAt: 0, packs: [] },
  ...about,
});

test('what was only opened goes, the least recently seen first; what somebody keeps stays', () => {
  const opened = [3, 1, 4, 2].map((seenAt) => record(`seen-${seenAt}`, { seenAt }));
  const kept = [record('by-itself', { keptAt: 1 }), record('with-a-pack', { packs: ['snow'] })];
  expect(surplusVisited([...opened, ...kept], 2).map(({ slug }) => slug)).toEqual(['seen-2', 'seen-1']);
  expect(surplusVisited([...opened, ...kept])).toEqual([]);
  expect([...opened, ...kept].filter(isKept)).toEqual(kept);
});

test('fifty stay that were only opened', () => {
  const opened = Array.from({ length: 53 }, (_, seenAt) => record(`tale-${seenAt}`, { seenAt }));
  expect(surplusVisited(opened).map(({ seenAt }) => seenAt)).toEqual([2, 1, 0]);
});

test('a picture goes with the last tale that shows it', () => {
  const first = record('first', { files: ['/covers/a.svg', '/covers/b.svg'] });
  const second = record('second', { files: ['/covers/b.svg', '/covers/c.svg'] });
  expect(orphanFiles(first, [first, second])).toEqual(['/covers/a.svg']);
  expect(orphanFiles(second, [second])).toEqual(['/covers/b.svg', '/covers/c.svg']);
});

test('sizes are added up', () => {
  expect(sumBytes([record('a'), record('b', { bytes: 234 })])).toBe(1234);
  expect(sumBytes([])).toBe(0);
});

test('of the builds those stay that a window or a kept page may ask for', () => {
  const build = (version: string, at: number): BuildRecord => ({ version, at, app: `/assets/app-${version}.js`, files: [] });
  const builds = [build('one', 1), build('two', 2), build('three', 3), build('four', 4)];
  const { kept, dropped } = sortBuilds(builds, [{ app: '/assets/app-one.js' }], 'four');
  expect(kept.map(({ version }) => version)).toEqual(['one', 'three', 'four']);
  expect(dropped.map(({ version }) => version)).toEqual(['two']);
});
