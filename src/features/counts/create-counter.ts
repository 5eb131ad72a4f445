import type { Db } from '#src/platform/db/db.ts';
import { createLater } from '#src/platform/later.ts';
import type { Log } from '#src/platform/log.ts';
import type { CountKind } from './contract.ts';
import { keptWords } from './kept-words.ts';
import { type Batch, writeCounts } from './write-counts.ts';

export type Counter = {
  /** Counts one more. `tale`: the id of the tale it happened to. */
  count(kind: CountKind, tale?: string): void;
  /** Counts a search; of one without result the words are kept too, if they can be about nobody. */
  countSearch(words: string, isFound: boolean): void;
  /** Writes what is counted. What cannot be written waits for the next time. */
  flush(): Promise<void>;
  /** Writes what is left, once. */
  stop(): Promise<void>;
};

type CounterOptions = {
  db: Db;
  log: Pick<Log, 'warn'>;
  /** Between two writes, milliseconds. */
  everyMs?: number;
  /** Different tales, and different words, that are remembered between two writes. */
  most?: number;
};

const EVERY_MS = 5_000;
const MOST = 2_000;

/**
 * Counts in memory, and writes every few seconds: a reader never waits for it. A process that is killed loses what it has counted since; while
 * the database is away it goes on counting, of at most so many tales and words.
 */
export function createCounter({ db, log, everyMs = EVERY_MS, most = MOST }: CounterOptions): Counter {
  let counted = nothing();
  const onError = (err: unknown) => {
    log.warn({ event: 'counts_not_written', err }, 'Counts cannot be written; they wait');
    later.soon();
  };
  const later = createLater(flush, { quietMs: everyMs, longestMs: everyMs, onError });

  async function flush(): Promise<void> {
    const batch = counted;
    if (batch.tales.size + batch.others.size + batch.words.size === 0) return;
    counted = nothing();
    try {
      await writeCounts(db, toBatch(batch));
    } catch (error) {
      for (const [key, count] of batch.others) add(counted.others, key, count);
      for (const [key, count] of batch.tales) addBounded(counted.tales, key, count);
      for (const [key, count] of batch.words) addBounded(counted.words, key, count);
      throw error;
    }
  }

  function addBounded(counts: Map<string, number>, key: string, count: number): void {
    if (counts.size < most || counts.has(key)) add(counts, key, count);
  }

  return {
    flush,
    count(kind, tale) {
      if (tale === undefined) add(counted.others, kind, 1);
      else addBounded(counted.tales, `${kind} ${tale}`, 1);
      later.soon();
    },
    countSearch(words, isFound) {
      add(counted.others, 'search', 1);
      if (!isFound) add(counted.others, 'empty_search', 1);
      const kept = isFound ? undefined : keptWords(words);
      if (kept !== undefined) addBounded(counted.words, kept, 1);
      later.soon();
    },
    async stop() {
      await later.stop();
      await flush().catch((err: unknown) => log.warn({ event: 'counts_lost', err }, 'The last counts could not be written'));
    },
  };
}

/** `tales`: by kind and id, with a blank between them. */
type Counted = { tales: Map<string, number>; others: Map<CountKind, number>; words: Map<string, number> };

function nothing(): Counted {
  return { tales: new Map(), others: new Map(), words: new Map() };
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function toBatch({ tales, others, words }: Counted): Batch {
  return {
    tales: [...tales].map(([key, count]) => {
      const [kind, tale = ''] = key.split(' ');
      return { kind: kind as CountKind, tale, count };
    }),
    others: [...others].map(([kind, count]) => ({ kind, count })),
    words: [...words].map(([each, count]) => ({ words: each, count })),
  };
}
