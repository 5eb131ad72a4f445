/** Child process of an import test: imports files, and waits to be killed before committing the second one. */
import { runImport } from '#src/features/import/import.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';

const [url = '', ...files] = process.argv.slice(2);
const pool = openPool(url, { log: { warn() {} }, max: 2 });
let books = 0;
await runImport(
  openDb(pool),
  files.map((path) => ({ path, name: path, size: 1 })),
  {
    classify: () => ({ category: 'folklore', tags: [], ageBand: '', contentNotes: [], origin: '', reasons: [] }),
    ...{ fileStore: openFolderStore('/dev/null/none'), publishing: 'sure', keepDuplicates: false, isDry: false, onOutcome: () => {} },
    onWritten: async () => {
      books += 1;
      if (books < 2) return;
      // All rows are written, but not committed.
      process.send?.('in the middle');
      await new Promise(() => setInterval(() => {}, 60_000));
    },
  },
);
