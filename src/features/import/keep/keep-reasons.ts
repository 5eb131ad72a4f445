import { keepClassifications } from '#src/features/classification/classification.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { WrittenTale } from './import-books.ts';

/** Keeps beside each tale why it is a draft, and why it is where it is. For `onWritten`. */
export async function keepReasons(trx: Db, written: readonly WrittenTale[]): Promise<void> {
  const kept = written.map(({ taleId, doubts, classification }) => ({
    taleId,
    reasons: [...doubts.map((why) => ({ what: 'Doubt', why })), ...classification.reasons],
  }));
  await keepClassifications(trx, kept);
}
