/** Turns a rendered page into a cacheable response: encodings, ETag, headers. */
import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import {
  acceptedEncodings,
  type CachedResponse,
  createCachedResponse,
  createCompressedResponse,
  MIN_COMPRESSED_BYTES,
} from '#src/platform/http/cached-response.ts';

/** The result of a page route. It is shared by all visitors: nothing of a session may be in it. */
export type PageResult = {
  status: number;
  /** Content-Type and other headers of the page. A Cache-Control set here takes precedence. */
  headers: Record<string, string>;
  body: string;
  /** Tags of the data that the page shows: `tale:ID`, `list`, `author:ID`. Any write to one of them invalidates the page. */
  tags: string[];
  /** Text in the body that varies with every rendering (the time), and does not count as a change. */
  varying?: string;
};

/** The only client of a page that is not stored. `isPrivate`: it keeps no copy, so the page needs no ETag. */
export type Recipient = { acceptEncoding: string | undefined; isPrivate: boolean };

/** `bytes`: length of the body without compression. */
export type CachedPage = CachedResponse & { readonly tags: readonly string[]; readonly storable: boolean; readonly bytes: number };

const PAGE_CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const MISSING_CACHE_CONTROL = 'public, max-age=0, s-maxage=10';
const TAG = /^[A-Za-z0-9:._-]+$/;

const brotli = promisify(brotliCompress);

/**
 * Quality of Brotli. Level 2 takes a fifth of the time of level 5, and a seventh more bytes. A drawing is compressed once for a year: 5 ms and
 * an eighth fewer bytes.
 */
const QUALITY = { stored: 5, sentOnce: 2, drawing: 10 };
/** Covers most pages. */
const WINDOW_BITS = 18;
/** Passing a page to another thread and back takes longer: about 0.3 ms against 0.2. */
const MAX_SYNC_BYTES = 2 ** WINDOW_BITS;

/**
 * Builds the page. `held`: the entry it replaces; with the same content, its compressed bodies are reused. `recipient`: it is not stored.
 * Status 200 to 399 is storable, unless the page says `no-store`; errors are not, but shared caches may keep 404 and 410 for 10 s.
 */
export async function buildPage(result: PageResult, held?: CachedPage, recipient?: Recipient): Promise<CachedPage> {
  const storable =
    result.status < 400 &&
    !Object.entries(result.headers).some(
      ([name, value]) => /^set-cookie$/i.test(name) || (/^cache-control$/i.test(name) && /no-store/i.test(value)),
    );
  const fields = pageFields(result, storable);
  const body = encode(result.body, recipient !== undefined);
  const hash = recipient?.isPrivate ? '' : hashWithout(body, result.varying).update(fields.join('\n')).digest('base64url').slice(0, 22);
  if (held !== undefined && held.hash === hash && held.status === result.status) return { ...held, tags: result.tags };
  const { length: bytes } = body;
  const parts = { status: result.status, hash, fields };
  const isCompressed = bytes >= MIN_COMPRESSED_BYTES && (!recipient || acceptedEncodings(recipient.acceptEncoding)[0] === 'br');
  const compressed = isCompressed ? await compress(body, qualityOf(result, recipient !== undefined)) : undefined;
  const response =
    compressed === undefined
      ? createCachedResponse({ ...parts, body: recipient === undefined ? body : () => Buffer.from(result.body) })
      : createCompressedResponse(parts, compressed);
  return { ...response, tags: result.tags, storable, bytes };
}

const scratch = Buffer.allocUnsafeSlow(MAX_SYNC_BYTES);
const encoder = new TextEncoder();

/**
 * Returns the text in UTF-8. `isTemporary`: in a buffer that the next call overwrites, if it fits; allocating one for each page costs as much
 * as encoding it.
 */
function encode(text: string, isTemporary: boolean): NonSharedBuffer {
  if (!isTemporary) return Buffer.from(text);
  const { read, written } = encoder.encodeInto(text, scratch);
  return read === text.length ? scratch.subarray(0, written) : Buffer.from(text);
}

/** Hashes a body without the varying text. */
function hashWithout(body: NonSharedBuffer, varying: string | undefined): Hash {
  const hash = createHash('sha256');
  if (!varying) return hash.update(body);
  let from = 0;
  for (let at = body.indexOf(varying); at !== -1; at = body.indexOf(varying, from)) {
    hash.update(body.subarray(from, at));
    from = at + Buffer.byteLength(varying);
  }
  return hash.update(body.subarray(from));
}

function qualityOf({ headers }: PageResult, isSentOnce: boolean): number {
  if (isSentOnce) return QUALITY.sentOnce;
  return headers['Content-Type'] === 'image/svg+xml' ? QUALITY.drawing : QUALITY.stored;
}

function compress(body: NonSharedBuffer, quality: number): NonSharedBuffer | Promise<NonSharedBuffer> {
  const isSmall = body.length <= MAX_SYNC_BYTES;
  const options: BrotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // The default of 4 MB takes longer to allocate than a page to compress.
      [constants.BROTLI_PARAM_LGWIN]: isSmall ? WINDOW_BITS : constants.BROTLI_DEFAULT_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
  return quality === QUALITY.sentOnce && isSmall ? brotliCompressSync(body, options) : brotli(body, options);
}

function pageFields(result: PageResult, storable: boolean): string[] {
  const fields: string[] = [];
  let ownControl = false;
  for (const [name, value] of Object.entries(result.headers)) {
    fields.push(name, value);
    ownControl ||= /^cache-control$/i.test(name);
  }
  if (!ownControl) {
    const missing = result.status === 404 || result.status === 410;
    fields.push('Cache-Control', storable ? PAGE_CACHE_CONTROL : missing ? MISSING_CACHE_CONTROL : 'no-store');
  }
  const tags = result.tags.filter((tag) => TAG.test(tag));
  if (tags.length > 0 && result.status < 500) fields.push('Cache-Tag', tags.join(','));
  return fields;
}
