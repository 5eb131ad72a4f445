/** The API of imports, below /api/v1/admin. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import {
  ImportExclusions,
  ImportFile,
  ImportHow,
  ImportReport,
  ImportRun,
  ImportRuns,
  ImportTaleText,
  ImportUpload,
  ImportUploads,
} from './contract.ts';
import type { Imports } from './create-imports.ts';
import { askUndo, listImportRuns } from './import-runs.ts';
import { FILE_TYPE } from './receive-file.ts';
import { addFile, removeFile } from './upload-files.ts';
import { getReport, getTaleText, listUploads } from './upload-rows.ts';
import { askCheck, askImport, createUpload, discardUpload, excludeTales, stopUpload } from './upload-states.ts';

type Deps = { db: Db; dataDir: string; imports: Imports };

const Id = z.strictObject({ id: z.uuid() });
const TaleKey = z.strictObject({ id: z.uuid(), key: z.string().regex(/^[\w-]{16}$/) });
const FileId = z.strictObject({ id: z.uuid(), file: z.uuid() });
const RunId = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
});
const FileName = z.strictObject({ name: z.string().max(500).describe('Of the file, with its ending: by it is known what it is.') });
const { publishing, keep_duplicates, map } = ImportHow.shape;
/** What is not named stays as it was. */
const HowChange = z.strictObject({
  publishing: publishing.unwrap().optional(),
  keep_duplicates: keep_duplicates.unwrap().optional(),
  map: map.unwrap().optional(),
});
const AT_WORK = 'It is at work, or done';

export function importEndpoints(deps: Deps): Endpoint<Editor>[] {
  return [...uploads(deps), ...fileEndpoints(deps), ...runs(deps)];
}

function uploads({ db, imports }: Deps): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'GET',
      path: '/imports',
      summary: 'Imports of the last days, newest first',
      answer: ImportUploads,
      run: async () => ({ imports: await listUploads(db) }),
    }),
    endpoint({
      method: 'POST',
      path: '/imports',
      summary: 'Begins an import: files may come then. Nothing is brought in before it is asked for',
      body: ImportHow,
      answer: ImportUpload,
      status: 201,
      run: ({ asker, body }) => createUpload(db, asker, body),
    }),
    endpoint({
      method: 'GET',
      path: '/imports/{id}',
      summary: 'An import with what its last check has found, or what it has brought in; no books while it is at work',
      params: Id,
      answer: ImportReport,
      run: ({ params }) => getReport(db, params.id),
    }),
    endpoint({
      method: 'POST',
      path: '/imports/{id}/check',
      summary: 'Has the files read without writing anything, to see what would be brought in',
      params: Id,
      body: HowChange,
      answer: ImportUpload,
      status: 202,
      refusals: { 409: `It has no files. ${AT_WORK}` },
      run: ({ asker, params, body }) => askCheck(db, asker, params.id, given(body)),
    }),
    endpoint({
      method: 'GET',
      path: '/imports/{id}/tales/{key}',
      summary: 'The text of a tale that the last check has found',
      params: TaleKey,
      answer: ImportTaleText,
      run: ({ params }) => getTaleText(db, params.id, params.key),
    }),
    endpoint({
      method: 'PUT',
      path: '/imports/{id}/exclusions',
      summary: 'Says which tales of the last check are not imported; none for all',
      params: Id,
      body: ImportExclusions,
      answer: ImportUpload,
      refusals: { 409: `It was not checked as it is now. ${AT_WORK}` },
      run: ({ params, body }) => excludeTales(db, params.id, body.exclude),
    }),
    endpoint({
      method: 'POST',
      path: '/imports/{id}/import',
      summary: 'Has brought in what the check has found, in the way that was checked',
      params: Id,
      answer: ImportUpload,
      status: 202,
      refusals: { 409: `It was not checked as it is now. ${AT_WORK}` },
      run: ({ asker, params }) => askImport(db, asker, params.id),
    }),
    endpoint({
      method: 'POST',
      path: '/imports/{id}/stop',
      summary: 'Ends a check or an import that waits or is at work. What was written stays',
      params: Id,
      answer: ImportUpload,
      refusals: { 409: 'It is not at work' },
      run: ({ params }) => stopUpload(db, params.id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/imports/{id}',
      summary: 'Discards an import with its files. What was written stays',
      params: Id,
      refusals: { 409: 'It writes just now' },
      run: async ({ params }) => {
        await discardUpload({ db, ...imports }, params.id);
        return undefined;
      },
    }),
  ];
}

function fileEndpoints({ db, dataDir, imports }: Deps): Endpoint<Editor>[] {
  return [
    endpoint<Editor, typeof Id, typeof FileName, z.ZodUndefined, typeof ImportFile>({
      method: 'POST',
      path: '/imports/{id}/files',
      summary:
        'Adds a file to an import: the body is the file as it is. With an Idempotency-Key only the lengths of two bodies are compared',
      params: Id,
      query: FileName,
      takes: [FILE_TYPE],
      answer: ImportFile,
      status: 201,
      refusals: {
        409: `It has 200 files. ${AT_WORK}`,
        413: 'More than 60 MB',
        415: 'By its name it is nothing that is read here',
        503: 'Two files are being received already, or the store cannot be reached',
        507: 'The store is full; nothing was kept',
      },
      run: ({ c, params, query }) => addFile({ db, dataDir, ...imports }, params.id, query.name, c.req.raw.body),
    }),
    endpoint({
      method: 'DELETE',
      path: '/imports/{id}/files/{file}',
      summary: 'Takes a file out of an import',
      params: FileId,
      refusals: { 409: AT_WORK },
      run: async ({ params }) => {
        await removeFile({ db, ...imports }, params.id, params.file);
        return undefined;
      },
    }),
  ];
}

function runs({ db }: Deps): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'GET',
      path: '/import-runs',
      summary: 'What was brought in, in the browser and by the command, newest first',
      answer: ImportRuns,
      run: async () => ({ runs: await listImportRuns(db) }),
    }),
    endpoint({
      method: 'POST',
      path: '/import-runs/{id}/undo',
      summary: 'Has taken back what a run has brought in. Tales that an editor has changed since stay',
      params: RunId,
      answer: ImportRun,
      status: 202,
      refusals: { 409: 'It was taken back, or is at work' },
      run: ({ asker, params }) => askUndo(db, asker, params.id),
    }),
  ];
}

/** Without the fields that were not sent. */
function given(change: z.output<typeof HowChange>): Partial<ImportHow> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
