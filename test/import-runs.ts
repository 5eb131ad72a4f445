import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Classify } from '#src/features/classification/classification.ts';
import { readSmallFiles, readTales } from '#src/features/import/archive/read-tales.ts';
import { readZipMembers } from '#src/features/import/archive/zip-members.ts';
import { encodeSmallFiles } from '#src/features/import/book-process.ts';
import { type FileOutcome, type RunOptions, runImport } from '#src/features/import/import.ts';
import { listFiles } from '#src/features/import/list-files.ts';
import type { FileOpeners } from '#src/features/import/open-files.ts';
import { toAppError } from '#src/features/import/unreadable-book.ts';
import { type FileResult, type FoundBook, parseManyOutputs } from '#src/features/import/worker-output.ts';
import type { AppError } from '#src/platform/errors.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Reads files in this process: starting one takes half a second. */
export const opening: FileOpeners = {
  openBook: async (file, task) => {
    const handle = await open(file);
    return readTales(handle.fd, { ...task, fileName: path.basename(file) }).finally(() => handle.close());
  },
  openSmallFiles: async (files) => {
    const { results } = parseManyOutputs(Buffer.concat(await readSmallFiles(encodeSmallFiles(files))), files.length);
    return results.map(bookOrError);
  },
  openMembers: async (zip, task) => {
    const handle = await open(zip);
    const lines = await readZipMembers(handle.fd, path.basename(zip), task).finally(() => handle.close());
    return parseManyOutputs(Buffer.concat(lines), task.at.length).results.map(bookOrError);
  },
};

function bookOrError(result: FileResult): FoundBook | AppError {
  return 'tales' in result ? result : toAppError(result);
}

/** Summarizes the outcome of each book. */
export function summarizeOutcomes(outcomes: FileOutcome[]): string[] {
  return outcomes.map((each) => {
    if (each.outcome !== 'done') return each.outcome === 'failed' ? `failed: ${each.why}` : each.outcome;
    const { made, changed, unchanged, left, gone, duplicates } = each.report;
    return Object.entries({ made, changed, unchanged, left, gone, duplicates: duplicates.length })
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  });
}

/** Classifies all books of import tests the same. */
export const classify: Classify = ({ title }) => ({
  ...{ category: 'folklore', tags: title.includes('Fox') ? ['animals'] : [], ageBand: '6-8', contentNotes: [], origin: 'German' },
  reasons: [{ what: 'folklore', why: 'All of them are.' }],
});

/** A database for the tests of a file, and before each test no tales and imports, and an empty folder. */
export function importSite() {
  let site: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    site = await createTestDatabase();
  });
  afterAll(() => site.drop());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-import-'));
    for (const table of ['imported_books', 'import_runs', 'tales', 'tale_slugs']) await site.pool.query(`delete from ${table}`);
    return () => rm(folder, { recursive: true });
  });
  return {
    get site() {
      return site;
    },
    get folder() {
      return folder;
    },
    write: async (files: Record<string, string | Buffer>) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), text);
      }
    },
    /** Imports the folder, or the named files in it. */
    run: async (options: Partial<RunOptions> = {}, names = ['']) => {
      const outcomes: FileOutcome[] = [];
      const { files } = await listFiles(names.map((name) => ({ path: path.join(folder, name), name: name || folder })));
      const fileStore = openFolderStore(path.join(folder, '.files'));
      const how = { fileStore, classify, publishing: 'sure', keepDuplicates: false, isDry: false, opening } as const;
      const run = await runImport(site.db, files, { ...how, onOutcome: (each) => outcomes.push(each), ...options });
      return { run, outcomes: outcomes.toSorted((a, b) => (a.file.name < b.file.name ? -1 : 1)) };
    },
    listTales: async () => {
      const { rows } = await site.pool.query('select id, slug, title, author, status, source, rights, version from tales order by title');
      return rows;
    },
  };
}
