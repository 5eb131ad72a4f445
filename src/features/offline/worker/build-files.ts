/** Caches the files of this build, and retains those of older builds while pages may load them. */
import { LONG_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { CACHES, isCacheable } from '../store/caches.ts';
import { changeRecord, listRecords, partitionBuilds } from '../store/offline-records.ts';
import { build } from './scope.ts';

const OFFLINE_PAGE = '/offline';

/** Caches missing files. @throws when any of them cannot be fetched */
export async function cacheBuild(): Promise<void> {
  const cache = await caches.open(CACHES.files);
  for (const file of build.files) if ((await cache.match(file)) === undefined) await fetchIntoCache(cache, file, 'default');
  for (const file of build.drawings) await fetchIntoCache(cache, file, 'no-cache');
  await fetchIntoCache(await caches.open(CACHES.places), OFFLINE_PAGE, 'no-cache');
  const { version, app, files } = build;
  await changeRecord('builds', version, () => ({ version, app, files, at: Date.now() }));
}

async function fetchIntoCache(cache: Cache, url: string, mode: RequestCache): Promise<void> {
  const response = await fetch(url, { cache: mode, credentials: 'omit', signal: AbortSignal.timeout(LONG_TIMEOUT_MS) });
  if (!isCacheable(response)) throw new Error(`${url}: status ${response.status}`);
  await cache.put(url, response);
}

/** Deletes the files of stale builds. */
export async function removeOldBuilds(): Promise<void> {
  const [builds, tales] = await Promise.all([listRecords('builds'), listRecords('tales')]);
  const { retained, stale } = partitionBuilds(builds, tales, build.version);
  const used = new Set(retained.flatMap(({ files }) => files));
  const cache = await caches.open(CACHES.files);
  for (const { files, version } of stale) {
    for (const file of files) if (!used.has(file)) await cache.delete(file);
    await changeRecord('builds', version, () => undefined);
  }
}
