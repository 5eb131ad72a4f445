/** The files of the site itself: those of this build, and of older ones for as long as a page may ask for them. */
import { LONG_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { CACHES, mayKeep } from '../store/caches.ts';
import { changeRecord, listRecords } from '../store/records.ts';
import { sortBuilds } from '../store/sort-builds.ts';
import { build } from './scope.ts';

const OFFLINE_PAGE = '/offline';

/** Fetches what is not here yet; what the page has loaded just now comes from the browser's own cache. Throws when something fails. */
export async function keepBuild(): Promise<void> {
  const cache = await caches.open(CACHES.files);
  for (const file of build.files) if ((await cache.match(file)) === undefined) await keep(cache, file, 'default');
  for (const file of build.drawings) await keep(cache, file, 'no-cache');
  await keep(await caches.open(CACHES.places), OFFLINE_PAGE, 'no-cache');
  const { version, app, files } = build;
  await changeRecord('builds', version, () => ({ version, app, files, at: Date.now() }));
}

async function keep(cache: Cache, address: string, how: RequestCache): Promise<void> {
  const answer = await fetch(address, { cache: how, credentials: 'omit', signal: AbortSignal.timeout(LONG_TIMEOUT_MS) });
  if (!mayKeep(answer)) throw new Error(`${address} answered ${answer.status}`);
  await cache.put(address, answer);
}

/** Drops the files of builds that nobody asks for any more. */
export async function dropOldBuilds(): Promise<void> {
  const [builds, tales] = await Promise.all([listRecords('builds'), listRecords('tales')]);
  const { kept, dropped } = sortBuilds(builds, tales, build.version);
  const used = new Set(kept.flatMap(({ files }) => files));
  const cache = await caches.open(CACHES.files);
  for (const { files, version } of dropped) {
    for (const file of files) if (!used.has(file)) await cache.delete(file);
    await changeRecord('builds', version, () => undefined);
  }
}
