import { open } from 'node:fs/promises';
import path from 'node:path';
import { readMany } from '#src/features/import/found-result.ts';
import type { Opening } from '#src/features/import/open-files.ts';
import { takeMany, writeMany } from '#src/features/import/reader/take-many.ts';
import { takeTales } from '#src/features/import/reader/take-tales.ts';
import type { FileOutcome } from '#src/features/import/run-import.ts';
import { errorOf } from '#src/features/import/unreadable-book.ts';

/** Read here: a process takes half a second. */
export const opening: Opening = {
  openBook: async (file, task) => {
    const handle = await open(file);
    return takeTales(handle.fd, { ...task, fileName: path.basename(file) }).finally(() => handle.close());
  },
  openSmallFiles: async (files) => {
    const { results } = readMany(Buffer.concat(await takeMany(writeMany(files))), files.length);
    return results.map((result) => ('fault' in result || 'refused' in result ? errorOf(result) : result));
  },
};

/** What was done with each book, in few words. */
export function said(outcomes: FileOutcome[]): string[] {
  return outcomes.map((each) => {
    if (each.outcome !== 'done') return each.outcome === 'failed' ? `failed: ${each.why}` : each.outcome;
    const { made, changed, unchanged, left, gone, duplicates } = each.report;
    return Object.entries({ made, changed, unchanged, left, gone, duplicates: duplicates.length })
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  });
}
