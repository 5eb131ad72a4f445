/** API of imports, below /api/v1/admin. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
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
import { listImportRuns, requestUndo } from './import-runs.ts';
import { addFile, FILE_TYPE, type FileDeps, removeFile } from './upload-files.ts';
import { getReport, getTaleText, listUploads } from './upload-rows.ts';
import { createUpload, deleteUpload, excludeTales, requestCheck, requestImport, stopUpload } from './upload-states.ts';

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
const FileName = z.strictObject({ name: z.string().max(500).describe('File name with its ending, which determines the file type.') });
const { publishing, keep_duplicates, map } = ImportHow.shape;
/** Missing fields are unchanged. */
const HowChange = z.strictObject({
  publishing: publishing.unwrap().optional(),
  keep_duplicates: keep_duplicates.unwrap().optional(),
  map: map.unwrap().optional(),
});
const BUSY = 'it is running or done';

export function importEndpoints(deps: Deps): Endpoint<Editor>[] {
  return [...uploads(deps), ...fileEndpoints(deps), ...runs(deps)];
}

function uploads({ db, imports }: Deps): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'listImports',
      method: 'GET',
      path: '/imports',
      summary: 'List imports',
      description: 'Imports of the last days, newest first, at most 50.',
      response: ImportUploads,
      run: async () => ({ imports: await listUploads(db) }),
    }),
    endpoint({
      id: 'createImport',
      method: 'POST',
      path: '/imports',
      summary: 'Create an import',
      description: 'Creates an empty import to which files can be added. Nothing is imported until `startImport`.',
      body: ImportHow,
      response: ImportUpload,
      status: 201,
      run: ({ caller, body }) => createUpload(db, caller, body),
    }),
    endpoint({
      id: 'getImport',
      method: 'GET',
      path: '/imports/{id}',
      summary: 'Get an import',
      description: 'An import with the result of its last check or of the import itself. `books` is empty while it is running.',
      params: Id,
      response: ImportReport,
      run: ({ params }) => getReport(db, params.id),
    }),
    endpoint({
      id: 'checkImport',
      method: 'POST',
      path: '/imports/{id}/check',
      summary: 'Check an import',
      description: 'Reads the files in the background without writing anything, to preview what would be imported.',
      params: Id,
      body: HowChange,
      response: ImportUpload,
      status: 202,
      errors: { 409: `The import has no files, or ${BUSY}` },
      run: ({ caller, params, body }) => requestCheck(db, caller, params.id, given(body)),
    }),
    endpoint({
      id: 'getImportedTaleText',
      method: 'GET',
      path: '/imports/{id}/tales/{key}',
      summary: 'Get the text of a checked tale',
      description: 'The text of a tale found by the last check.',
      params: TaleKey,
      response: ImportTaleText,
      run: ({ params }) => getTaleText(db, params.id, params.key),
    }),
    endpoint({
      id: 'setImportExclusions',
      method: 'PUT',
      path: '/imports/{id}/exclusions',
      summary: 'Exclude tales from an import',
      description: 'Sets the tales of the last check that are not imported. An empty list includes all.',
      params: Id,
      body: ImportExclusions,
      response: ImportUpload,
      errors: { 409: `The import has changed since its last check, or ${BUSY}` },
      run: ({ params, body }) => excludeTales(db, params.id, body.exclude),
    }),
    endpoint({
      id: 'startImport',
      method: 'POST',
      path: '/imports/{id}/import',
      summary: 'Start an import',
      description: 'Imports what the check found, with the options of that check, in the background.',
      params: Id,
      response: ImportUpload,
      status: 202,
      errors: { 409: `The import has changed since its last check, or ${BUSY}` },
      run: ({ caller, params }) => requestImport(db, caller, params.id),
    }),
    endpoint({
      id: 'stopImport',
      method: 'POST',
      path: '/imports/{id}/stop',
      summary: 'Stop an import',
      description: 'Stops a queued or running check or import. Tales already written stay.',
      params: Id,
      response: ImportUpload,
      errors: { 409: 'The import is not running' },
      run: ({ params }) => stopUpload(db, params.id),
    }),
    endpoint({
      id: 'deleteImport',
      method: 'DELETE',
      path: '/imports/{id}',
      summary: 'Delete an import',
      description: 'Deletes an import and its files. Imported tales stay.',
      params: Id,
      errors: { 409: 'The import is writing tales' },
      run: async ({ params }) => {
        await deleteUpload({ db, ...imports }, params.id);
        return undefined;
      },
    }),
  ];
}

function fileEndpoints({ db, dataDir, imports }: Deps): Endpoint<Editor>[] {
  return [
    endpoint<Editor, typeof Id, typeof FileName, z.ZodUndefined, typeof ImportFile>({
      id: 'addImportFile',
      method: 'POST',
      path: '/imports/{id}/files',
      summary: 'Add a file to an import',
      description: 'The body is the file itself, at most 60 MB. With an Idempotency-Key only the lengths of the two bodies are compared.',
      params: Id,
      query: FileName,
      requestTypes: [FILE_TYPE],
      response: ImportFile,
      status: 201,
      errors: {
        409: `The import has 200 files, or ${BUSY}`,
        413: 'Larger than 60 MB',
        415: 'Unsupported file type, by the ending of `name`',
        503: 'Two files are being received already, or the object store is unavailable',
        507: 'The object store is full; nothing was saved',
      },
      run: ({ c, params, query }) => addFile({ db, dataDir, ...imports }, params.id, query.name, c.req.raw.body),
    }),
    endpoint({
      id: 'removeImportFile',
      method: 'DELETE',
      path: '/imports/{id}/files/{file}',
      summary: 'Remove a file from an import',
      description: 'Removes a file that has not been imported.',
      params: FileId,
      errors: { 409: 'The import is running or done' },
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
      id: 'listImportRuns',
      method: 'GET',
      path: '/import-runs',
      summary: 'List import runs',
      description: 'Completed and running imports of the browser and the command line, newest first.',
      response: ImportRuns,
      run: async () => ({ runs: await listImportRuns(db) }),
    }),
    endpoint({
      id: 'undoImportRun',
      method: 'POST',
      path: '/import-runs/{id}/undo',
      summary: 'Undo an import run',
      description: 'Removes the tales of a run in the background. Tales that editors have changed since stay.',
      params: RunId,
      response: ImportRun,
      status: 202,
      errors: { 409: 'The run is already undone, or is running' },
      run: ({ caller, params }) => requestUndo(db, caller, params.id),
    }),
  ];
}

/** Drops undefined fields. */
function given(change: z.output<typeof HowChange>): Partial<ImportHow> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Dependencies of the import endpoints. */
export type Imports = Pick<FileDeps, 'store' | 'limit'>;

/** Creates the dependencies. Two uploads are received at a time; others get 503. */
export function createImports(store: FileDeps['store']): Imports {
  return { store, limit: createLimiter({ running: 2, waiting: 0, retryAfterSeconds: 5 }) };
}
