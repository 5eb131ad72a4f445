import { expect, test } from 'vitest';
import { sumBytes } from '../components/storage-usage.tsx';
import { type BuildRecord, isSavedOffline, partitionBuilds, type TaleRecord } from './offline-records.ts';
import { orphanFiles, surplusVisited } from './offline-tales.ts';

const record = (slug: string, about: Partial<TaleRecord> = {}): TaleRecord => ({
  ...{ slug, title: slug, minutes: 5, bytes: 1000, files: [], app: '/assets/app-1.js', seenAt: 0, keptAt: 0, packs: [] },
  ...about,
});

test('opened tales are evicted, least recent first; saved ones stay', () => {
  const opened = [3, 1, 4, 2].map((seenAt) => record(`seen-${seenAt}`, { seenAt }));
  const kept = [record('by-itself', { keptAt: 1 }), record('with-a-pack', { packs: ['snow'] })];
  expect(surplusVisited([...opened, ...kept], 2).map(({ slug }) => slug)).toEqual(['seen-2', 'seen-1']);
  expect(surplusVisited([...opened, ...kept])).toEqual([]);
  expect([...opened, ...kept].filter(isSavedOffline)).toEqual(kept);
});

test('fifty opened tales stay', () => {
  const opened = Array.from({ length: 53 }, (_, seenAt) => record(`tale-${seenAt}`, { seenAt }));
  expect(surplusVisited(opened).map(({ seenAt }) => seenAt)).toEqual([2, 1, 0]);
});

test('a picture is removed with the last tale that uses it', () => {
  const first = record('first', { files: ['/covers/a.svg', '/covers/b.svg'] });
  const second = record('second', { files: ['/covers/b.svg', '/covers/c.svg'] });
  expect(orphanFiles(first, [first, second])).toEqual(['/covers/a.svg']);
  expect(orphanFiles(second, [second])).toEqual(['/covers/b.svg', '/covers/c.svg']);
});

test('sums sizes', () => {
  expect(sumBytes([record('a'), record('b', { bytes: 234 })])).toBe(1234);
  expect(sumBytes([])).toBe(0);
});

test('builds that a window or stored page may load are retained', () => {
  const build = (version: string, at: number): BuildRecord => ({ version, at, app: `/assets/app-${version}.js`, files: [] });
  const builds = [build('one', 1), build('two', 2), build('three', 3), build('four', 4)];
  const { retained, stale } = partitionBuilds(builds, [{ app: '/assets/app-one.js' }], 'four');
  expect(retained.map(({ version }) => version)).toEqual(['one', 'three', 'four']);
  expect(stale.map(({ version }) => version)).toEqual(['two']);
});
