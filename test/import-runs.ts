import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Opening } from '#src/features/import/open-files.ts';
import { takeTales, takeTalesOf } from '#src/features/import/reader/take-tales.ts';
import type { FileOutcome } from '#src/features/import/run-import.ts';

/** Read here: a process takes half a second. */
export const opening: Opening = {
  openBook: async (file, task) => {
    const handle = await open(file);
    return takeTales(handle.fd, { ...task, fileName: path.basename(file) }).finally(() => handle.close());
  },
  openSmallFiles: (files) => Promise.all(files.map(({ bytes, ...task }) => takeTalesOf(bytes, task))),
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
