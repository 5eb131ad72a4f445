/** Serves the files of the library to readers, mounted at /files. */
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { Guards } from '#src/features/accounts/accounts.ts';
import { can } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { matchesTag } from '#src/platform/http/cached-response.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { urls } from '#src/urls.ts';
import { listParts, previewKey, readParts } from './contents.ts';
import { findFile, type StoredFile } from './library.ts';
import { isLinked } from './links.ts';

type RoutesDeps = { db: Db; fileStore: ObjectStore; guards: Pick<Guards, 'find'> };
type FileRequest = { file: StoredFile; headers: Record<string, string> };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PUBLIC = 'public, max-age=3600';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const PRIVATE = 'private, no-store';
/** Opened directly, a file is a document: forbid scripts, subresources and frames of other sites. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";
/** Sandboxed documents may not start the PDF viewer of the browser. PDFs with scripts are refused when they are uploaded. */
const PDF_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function fileRoutes(deps: RoutesDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:id/preview', async (c) => {
    const { file, headers } = await openFile(c, deps);
    return servePreview(c, deps, file, headers);
  });
  app.get('/:id/:name', async (c) => {
    const { file, headers } = await openFile(c, deps);
    if (c.req.param('name') !== file.name)
      return c.body(null, 302, {
        ...headers,
        Location: urls.file(file.id, file.name) + new URL(c.req.url).search,
        'Cache-Control': PRIVATE,
      });
    return serveFile(c, deps, file, headers);
  });
  return app;
}

/**
 * Returns the file of a request that may open it, with the headers of every response.
 * @throws AppError 404 for unknown and private files and links that are not valid, 401 `signed_out` for files for members
 */
async function openFile(c: Context<AppEnv>, { db, guards }: RoutesDeps): Promise<FileRequest> {
  const id = c.req.param('id') ?? '';
  const file = ID.test(id) ? await findFile(db, id) : undefined;
  if (file === undefined) throw unknown();
  const { token, v } = c.req.query();
  // A response for a link depends on the link, even for a public file.
  if (token !== undefined) {
    if (!(await isLinked(db, file.id, token))) throw unknown();
    return { file, headers: headersOf(PRIVATE) };
  }
  if (file.access === 'public') return { file, headers: headersOf(v === String(file.contentVersion) ? IMMUTABLE : PUBLIC) };
  const user = await guards.find(c);
  if (file.access === 'members' && user === null)
    throw new AppError(401, 'signed_out', 'This file is for members. Log in to open it.', NO_STORE);
  if (file.access === 'private' && !can(user?.role, 'editTales')) throw unknown();
  return { file, headers: headersOf(PRIVATE) };
}

async function serveFile(c: Context<AppEnv>, { db, fileStore }: RoutesDeps, file: StoredFile, shared: Record<string, string>) {
  const etag = `"${file.sha256.slice(0, 40)}"`;
  const headers = {
    ...shared,
    'Content-Type': file.media_type,
    'Content-Disposition': dispositionOf(file),
    ...(file.media_type === 'application/pdf' && { 'Content-Security-Policy': PDF_POLICY }),
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
  if (matchesTag(c.req.header('if-none-match') ?? '', [etag])) return c.body(null, 304, headers);
  const size = file.bytes;
  // Ranges are defined for GET only.
  const isHead = c.req.method === 'HEAD';
  const range = isHead ? undefined : readRange(c.req.header('range'), { size, etag, ifRange: c.req.header('if-range') });
  if (range === 'unsatisfiable') return c.body(null, 416, { ...shared, 'Cache-Control': PRIVATE, 'Content-Range': `bytes */${size}` });
  const { start, end } = range ?? { start: 0, end: size };
  const all: Record<string, string> = { ...headers, 'Content-Length': String(end - start) };
  if (range !== undefined) all['Content-Range'] = `bytes ${start}-${end - 1}/${size}`;
  if (isHead) return c.body(null, 200, all);
  const parts = await listParts(db, file.contentId, start, end);
  return c.body(await toBody(readParts(fileStore, parts, start, end)), range === undefined ? 200 : 206, all);
}

/** Bytes from `start` up to but without `end`. */
type ByteRange = { start: number; end: number };

/**
 * Returns the range that a Range header (RFC 9110, 14) asks for, `unsatisfiable` for one outside of the file (416), and undefined for the
 * whole file: without the header, for other units, several ranges and malformed ones, which a server may ignore. `ifRange`: the If-Range
 * header, whose strong ETag must be that of the file.
 */
export function readRange(
  header: string | undefined,
  { size, etag, ifRange }: { size: number; etag: string; ifRange: string | undefined },
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return undefined;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,20})-(\d{0,20})[ \t]*$/i.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}

async function servePreview(c: Context<AppEnv>, { db, fileStore }: RoutesDeps, file: StoredFile, shared: Record<string, string>) {
  const preview = file.preview === null ? undefined : await findPreview(db, file.contentId);
  if (preview === undefined) throw notFound();
  const headers = { ...shared, 'Content-Type': 'image/webp', ETag: `"${preview.sha256.slice(0, 40)}"` };
  if (matchesTag(c.req.header('if-none-match') ?? '', [headers.ETag])) return c.body(null, 304, headers);
  const found = await fileStore.get(previewKey(file.contentId), () => preview);
  if (found === undefined) throw notFound();
  const all = { ...headers, 'Content-Length': String(found.size) };
  if (c.req.method !== 'HEAD') return c.body(found.body, 200, all);
  await found.body.cancel();
  return c.body(null, 200, all);
}

async function findPreview(db: Db, contentId: string): Promise<{ size: number; sha256: string } | undefined> {
  const row = await db.selectFrom('file_contents').select('preview').where('id', '=', contentId).executeTakeFirst();
  return (row?.preview ?? undefined) as { size: number; sha256: string } | undefined;
}

/** Reads the first bytes before the response begins, so that a store which is unavailable is an error and no broken download. */
async function toBody(bytes: AsyncGenerator<Buffer>): Promise<ReadableStream> {
  const first = await bytes.next();
  async function* all() {
    try {
      if (first.done !== true) yield first.value;
      yield* bytes;
    } finally {
      await bytes.return(undefined);
    }
  }
  return Readable.toWeb(Readable.from(all(), { objectMode: false })) as ReadableStream;
}

/** Browsers show images, audio and PDFs; everything else is downloaded. */
function dispositionOf({ name, media_type: type }: StoredFile): string {
  const isShown = /^(image|audio)\//.test(type) || type === 'application/pdf';
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function headersOf(cacheControl: string): Record<string, string> {
  return {
    'Cache-Control': cacheControl,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    ...(cacheControl === PRIVATE && { 'Referrer-Policy': 'no-referrer' }),
  };
}

const NO_STORE = { headers: { 'Cache-Control': PRIVATE } };

/** The same for private files and those that do not exist. */
function unknown(): AppError {
  return new AppError(404, 'not_found', 'This file does not exist, or you may not open it. A temporary link may have expired.', NO_STORE);
}
