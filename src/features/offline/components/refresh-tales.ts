import { isSavedOffline, listRecords, type TaleRecord } from '../store/offline-records.ts';
import { fetchTale, removeUnpublished } from '../store/offline-tales.ts';
import { lacksFiles, SaveError, saveTale } from '../store/save-tale.ts';

const KEY = 'talewood.renewed';

/** Minimum interval, unless there is a new build. */
const REFRESH_INTERVAL_MS = 6 * 3_600_000;

/** Refreshed tales among those only opened. */
const MAX_VISITED = 12;

/** Refreshes stored tales in the background: revalidates each by ETag. @throws when the site becomes unreachable */
export async function refreshTales(now = Date.now()): Promise<void> {
  const app = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset.app?.split(' ', 1)[0] ?? '';
  const tales = await listRecords('tales');
  const isDue = now - readTime() > REFRESH_INTERVAL_MS || tales.some((tale) => isSavedOffline(tale) && tale.app !== app);
  if (!navigator.onLine || !isDue) return;
  const visited = tales.filter((tale) => !isSavedOffline(tale)).toSorted((a, b) => b.seenAt - a.seenAt);
  for (const tale of [...tales.filter(isSavedOffline), ...visited.slice(0, MAX_VISITED)]) await refreshTale(tale);
  writeTime(now);
}

async function refreshTale(tale: TaleRecord): Promise<void> {
  const { slug, packs } = tale;
  const found = await fetchTale(slug);
  if (found === 'gone') return removeUnpublished(slug);
  if (!isSavedOffline(tale) || (found !== 'stored' && !(await lacksFiles(tale)))) return;
  const [pack] = packs;
  // Its pictures may have changed too, or could not be saved before.
  await saveTale(slug, pack === undefined ? 'single' : { pack }).catch((error) => {
    if (!(error instanceof SaveError) || error.reason === 'unreached') throw error;
  });
}

function readTime(): number {
  try {
    return Number(localStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}

function writeTime(now: number): void {
  try {
    localStorage.setItem(KEY, String(now));
  } catch {
    // Without storage it runs on every page load.
  }
}
