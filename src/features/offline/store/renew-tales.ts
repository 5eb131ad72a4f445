/** Brings kept tales up to date, quietly: those whose text or page has changed. Browser-safe. */
import { dropWithdrawn } from './drop-tales.ts';
import { keepTale, NotKept } from './keep-tale.ts';
import { listRecords } from './records.ts';
import { fetchTale } from './store-page.ts';
import { isKept, type TaleRecord } from './tale-record.ts';

const KEY = 'talewood.renewed';
/** Once in so long, or with a new build of the site. */
const OFTEN_ENOUGH_MS = 6 * 3_600_000;
/** So many that were only opened. */
const MOST_VISITED = 12;

/** Asks of each whether it is as it was (an ETag; mostly that costs nothing). Ends quietly when we are not reached. */
export async function renewTales(now = Date.now()): Promise<void> {
  const app = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset.app?.split(' ', 1)[0] ?? '';
  const tales = await listRecords('tales');
  const isDue = now - readTime() > OFTEN_ENOUGH_MS || tales.some((tale) => isKept(tale) && tale.app !== app);
  if (!navigator.onLine || !isDue) return;
  const visited = tales.filter((tale) => !isKept(tale)).toSorted((a, b) => b.seenAt - a.seenAt);
  for (const tale of [...tales.filter(isKept), ...visited.slice(0, MOST_VISITED)]) await renew(tale);
  writeTime(now);
}

async function renew({ slug, packs, keptAt }: TaleRecord): Promise<void> {
  const found = await fetchTale(slug);
  if (found === 'gone') return dropWithdrawn(slug);
  const [pack] = packs;
  if (found !== 'kept' || (pack === undefined && keptAt === 0)) return;
  // Its pictures too may be others.
  await keepTale(slug, pack === undefined ? 'itself' : { pack }).catch((error) => {
    if (!(error instanceof NotKept) || error.why === 'unreached') throw error;
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
    // Then it is done with every page.
  }
}
