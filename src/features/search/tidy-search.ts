import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { createLater } from '#src/platform/later.ts';
import type { Log } from '#src/platform/log.ts';

/** Puts the words of tales that were saved into their places in the indexes, and those never met before on the list of words. */
export async function tidySearch(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ tales: number }>`select tidy_search() as tales`.execute(db);
    if (rows[0]?.tales === 0) return;
  }
}

/** Reads the texts of tales that were saved while somebody waited: from then on they are found by all their words. */
export async function readTexts(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ tales: number }>`select read_texts() as tales`.execute(db);
    if (rows[0]?.tales === 0) return;
  }
}

/** The first half of that, for who writes many tales: until then each search looks through all that was written. */
export async function tidyIndexes(db: Db): Promise<void> {
  await sql`select tidy_indexes()`.execute(db);
}

/**
 * Until this transaction ends tidySearch finds nothing to do: who writes very many tales takes the processors for that first, and only
 * corrections of misspelt words wait. One that is at work is waited for, some fifty tales long.
 */
export async function holdTidying(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412023)`.execute(trx);
}

/**
 * Reads and tidies after what was saved, when nobody waits for it: texts within a second, as they are searched, the rest when it is quiet.
 * What a process leaves undone, because it is stopped before, is done after the next save or at the next start.
 */
export function createTidier({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): { tidySoon: () => void; stop: () => Promise<void> } {
  const onError = (err: unknown) => log.warn({ event: 'search_not_tidied', err }, 'Words of saved tales lie unsorted');
  const texts = createLater(() => readTexts(db), { quietMs: 250, longestMs: 3_000, onError });
  const words = createLater(() => tidySearch(db), { quietMs: 1_000, longestMs: 10_000, onError });
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
