import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { createDebouncedTask } from '#src/platform/debounced-task.ts';
import type { Log } from '#src/platform/log.ts';

/** Merges pending entries into the search indexes and adds new words to the spelling list. */
export async function tidySearch(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ tales: number }>`select process_search_word_queue() as tales`.execute(db);
    if (rows[0]?.tales === 0) return;
  }
}

/** Indexes texts of tales saved with `textLater`. */
export async function readTexts(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ tales: number }>`select process_search_text_queue() as tales`.execute(db);
    if (rows[0]?.tales === 0) return;
  }
}

/** Merges pending index entries only, after bulk inserts: until then each search scans them. */
export async function tidyIndexes(db: Db): Promise<void> {
  await sql`select flush_search_indexes()`.execute(db);
}

/**
 * Pauses tidySearch until the end of the transaction, so that a bulk import has the CPU; only spelling corrections are delayed. Waits for a
 * running batch of about fifty tales.
 */
export async function pauseTidying(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412023)`.execute(trx);
}

/**
 * Debounced maintenance after saves: texts within a second, as they are needed for search, the rest when idle. Unfinished work is done after
 * the next save or at the next start.
 */
export function createTidier({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): { tidySoon: () => void; stop: () => Promise<void> } {
  const onError = (err: unknown) => log.warn({ event: 'search_not_tidied', err }, 'Updating the search index failed');
  const texts = createDebouncedTask(() => readTexts(db), { quietMs: 250, longestMs: 3_000, onError });
  const words = createDebouncedTask(() => tidySearch(db), { quietMs: 1_000, longestMs: 10_000, onError });
  return {
    tidySoon: () => {
      texts.soon();
      words.soon();
    },
    stop: async () => {
      await Promise.all([texts.stop(), words.stop()]);
    },
  };
}
