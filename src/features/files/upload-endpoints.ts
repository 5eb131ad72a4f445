/** The API of resumable uploads, below /api/v1/admin: tus 1.0 by its reference server, and the list of unfinished uploads. */
import { ERRORS, Server } from '@tus/server';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { AppError } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { parseBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import { FileName, FileUpload } from './contract.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import type { FileDeps, Target } from './store-content.ts';
import { createUpload, getUpload, listUploads, UploadStore } from './upload-store.ts';

const PATH = '/file-uploads';
const BODY_TYPE = 'application/offset+octet-stream';
const Id = z.strictObject({ id: z.uuid() });

const Metadata = z
  .object({
    filename: FileName,
    folder: z.uuid('Choose a folder'),
    replaces: z.uuid().optional(),
    version: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
    lastModified: z
      .string()
      .regex(/^\d{1,15}$/)
      .default('0'),
  })
  .refine(({ replaces, version }) => (replaces === undefined) === (version === undefined), 'To replace a file, its version is required');

const ERRORS_OF_FILES = {
  409: 'The name is taken, or the offset is another one: ask for it with HEAD',
  412: 'The replaced file has changed',
  413: 'Larger than 500 MB, or than files of its type may be',
  415: 'Not a supported type, or not the type that its name says',
  422: 'Damaged, empty, two types in one file, or a PDF that is encrypted or has scripts or attachments',
  503: 'Too many uploads at once, or the object store is unavailable',
  507: 'The object store is full; nothing was saved',
};
const HEADERS = { 'Tus-Resumable': 'Always `1.0.0`.' };

/** Each request holds a part in memory. */
const MAX_RUNNING = 8;

export function uploadEndpoints(deps: FileDeps): Endpoint<Editor>[] {
  const { db } = deps;
  const limit = createLimiter({ running: MAX_RUNNING, waiting: 50, retryAfterSeconds: 5 });
  const callers = new WeakMap<Request, string>();
  const server = new Server({
    path: urls.api(`/admin${PATH}`),
    datastore: new UploadStore(deps),
    maxSize: MAX_FILE_BYTES,
    relativeLocation: true,
    allowedOrigins: [],
    // Runs before create, with the request that handleWeb got.
    async namingFunction(request, metadata) {
      const { target, lastModified } = targetOf(metadata ?? {});
      const bytes = Number(request.headers.get('upload-length'));
      if (!(bytes <= MAX_FILE_BYTES)) throw ERRORS.ERR_MAX_SIZE_EXCEEDED;
      return createUpload(db, callers.get(request as unknown as Request) ?? '', target, bytes, lastModified);
    },
    // The application answers errors, in the format of the API.
    onResponseError: (_, error) => {
      throw toAppError(error);
    },
  });
  const run = (c: Context<AppEnv>, caller: Editor) =>
    limit(async () => {
      const request = c.req.raw;
      callers.set(request, caller.id);
      const response = await server.handleWeb(request as unknown as Parameters<typeof server.handleWeb>[0]);
      if (response.status >= 400) throw toAppError({ status_code: response.status, body: await response.text() });
      return response;
    });
  const runOwn = async (c: Context<AppEnv>, caller: Editor, id: string) => {
    await getUpload(db, caller.id, id);
    return run(c, caller);
  };
  return [
    endpoint({
      id: 'listFileUploads',
      method: 'GET',
      path: PATH,
      summary: 'List unfinished uploads',
      description: 'Your unfinished uploads, newest first. They are deleted after a day without progress.',
      response: z.object({ uploads: z.array(FileUpload) }),
      run: async ({ caller }) => ({ uploads: await listUploads(db, caller.id) }),
    }),
    endpoint({
      id: 'createFileUpload',
      method: 'POST',
      path: PATH,
      summary: 'Start a resumable upload',
      description:
        'Creates an upload by [tus 1.0](https://tus.io/protocols/resumable-upload); `Location` is its URL. `Upload-Metadata` has `filename` and `folder` (id), optionally `lastModified` (ms), and to replace a file its id in `replaces` and its `version`. Up to 20 open uploads and 2 GB per user.',
      headers: { ...HEADERS, 'Upload-Length': 'Size in bytes.', 'Upload-Metadata': 'Keys with values in Base64, separated by commas.' },
      requestTypes: [BODY_TYPE],
      response: FileUpload.extend({ file_id: z.uuid().nullable() }),
      status: 201,
      errors: { ...ERRORS_OF_FILES, 404: 'Unknown folder or file', 429: 'Too many unfinished uploads' },
      async run({ c, caller }) {
        const { status, headers } = await run(c, caller);
        const location = headers.get('location') ?? '';
        for (const name of ['location', 'tus-resumable', 'upload-offset']) if (headers.has(name)) c.header(name, headers.get(name) ?? '');
        return c.json(await getUpload(db, caller.id, location.slice(location.lastIndexOf('/') + 1)), status as 201);
      },
    }),
    endpoint({
      id: 'getFileUpload',
      method: 'GET',
      path: `${PATH}/{id}`,
      summary: 'Get an upload',
      description:
        'The upload; `file_id` is the file that it became. HEAD returns the offset to continue from in `Upload-Offset`, as tus does.',
      params: Id,
      response: FileUpload.extend({ file_id: z.uuid().nullable() }),
      run: ({ c, caller, params }) => (c.req.method === 'HEAD' ? runOwn(c, caller, params.id) : getUpload(db, caller.id, params.id)),
    }),
    endpoint({
      id: 'continueFileUpload',
      method: 'PATCH',
      path: `${PATH}/{id}`,
      summary: 'Upload a part',
      description:
        'Appends the body to the upload. The last part creates the file; errors of the file itself are reported then, or with the first part.',
      params: Id,
      headers: { ...HEADERS, 'Upload-Offset': 'Where the body begins.' },
      requestTypes: [BODY_TYPE],
      errors: ERRORS_OF_FILES,
      run: ({ c, caller, params }) => runOwn(c, caller, params.id),
    }),
    endpoint({
      id: 'cancelFileUpload',
      method: 'DELETE',
      path: `${PATH}/{id}`,
      summary: 'Cancel an upload',
      description: 'Deletes an upload. A file that it became stays.',
      params: Id,
      headers: HEADERS,
      run: ({ c, caller, params }) => runOwn(c, caller, params.id),
    }),
  ];
}

/** Whether requests to this path have streamed bodies. */
export function isFileUpload(path: string): boolean {
  return /^\/api\/v1\/admin\/file-uploads(?:\/[^/]+)?$/.test(path);
}

/** @throws AppError 422 `invalid` */
function targetOf(metadata: Record<string, string | null>): { target: Target; lastModified: number } {
  const { filename, folder, replaces, version, lastModified } = parseBody(Metadata, metadata);
  const replaced = replaces === undefined || version === undefined ? null : { id: replaces, version };
  return { target: { folderId: folder, name: filename, replaces: replaced }, lastModified: Number(lastModified) };
}

/** Converts errors of the tus server, which are objects with a status and a text. */
function toAppError(error: unknown): unknown {
  if (error instanceof Error) return error;
  const { status_code: status = 500, body = 'The upload failed.' } = error as { status_code?: number; body?: string };
  const code = { 404: 'unknown_upload', 409: 'wrong_offset', 413: 'too_large' }[status] ?? 'upload_refused';
  return new AppError(status, code, body.trim(), { headers: { 'Tus-Resumable': '1.0.0' } });
}
