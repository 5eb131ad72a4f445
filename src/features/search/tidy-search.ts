import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Log } from '#src/platform/log.ts';

/** So long nobody must have saved anything; and so long it is put off at most while they go on. */
const QUIET_MS = 1_000;
const LONGEST_MS = 10_000;

/** Puts the words of tales that were saved into their places in the indexes, and those never met before on the list of words. */
export async function tidySearch(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ tales: number }>`select tidy_search() as tales`.execute(db);
    if (rows[0]?.tales === 0) return;
  }
}

/** The first half of that, for who writes many tales: until then each search looks through all that was written. */
export async function tidyIndexes(db: Db): Promise<void> {
  await sql`select tidy_indexes()`.execute(db);
}

/**
 * Tidies after what was saved, when nobody waits for it. What a process leaves undone, because it is stopped before, is done after the
 * next save or at the next start.
 */
export function createTidier({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): { tidySoon: () => void; stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let work = Promise.resolve();
  const tidy = () => {
    since = undefined;
    work = work
      .then(() => tidySearch(db))
      .catch((err) => log.warn({ event: 'search_not_tidied', err }, 'Words of saved tales lie unsorted'));
  };
  return {
    tidySoon: () => {
      since ??= performance.now();
      clearTimeout(timer);
      timer = setTimeout(tidy, Math.min(QUIET_MS, since + LONGEST_MS - performance.now())).unref();
    },
    stop: () => {
      clearTimeout(timer);
      return work;
    },
  };
}
