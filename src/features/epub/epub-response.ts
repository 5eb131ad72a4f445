import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Context } from 'hono';
import { tooManyRequests } from '#src/features/accounts/accounts.ts';
import { createShareImages, type ShareImages } from '#src/features/covers/covers.ts';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { unavailable } from '#src/platform/errors.ts';
import { matchesTag } from '#src/platform/http/cached-response.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { widestSubnet } from '#src/platform/rate-limit/client-subnet.ts';
import { consumeForSubnet } from '#src/platform/rate-limit/rate-limit.ts';
import { ownSiteName } from '#src/platform/site-name.ts';
import { toSlug } from '#src/platform/slug.ts';
import type { Book } from './contract.ts';
import { oneLine } from './pages.ts';
import { type BookPicturesDeps, createReadBookPicture } from './pictures.ts';
import { writeEpub } from './write-epub.ts';

/** Responds with books as EPUB: caching headers, rate limits, covers, streaming. */

export type BookResponseDeps = BookPicturesDeps & {
  db: Db;
  /** For tests: another cover renderer and its timeout. */
  drawCover?: ShareImages;
  coverMs?: number;
};

type BookResponseOptions = {
  /** Hash of content that is not part of the other fields of the book. */
  version?: string;
  /** Excludes shared caches. */
  isPrivate?: boolean;
};

/**
 * Responds with a book as EPUB, or with 304. `book.tales` is not read before the response is streamed.
 * @throws AppError 429 `too_many` per client network, 503 `busy` while too many books are being written
 */
export type AnswerBook = (c: Context<AppEnv>, book: Book, how?: BookResponseOptions) => Promise<Response>;

/** Part of every ETag: increase it whenever the output changes. */
const WRITER = 2;
const EPUB = 'application/epub+zip';
const SHARED_CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const PRIVATE_CACHE = 'private, max-age=0';

/** Rate limits per client network. */
const SINGLE = { points: 300, windowSeconds: 600 };
const MANY = { points: 40, windowSeconds: 600 };
/** Streams of large books in this process. */
const MAX_STREAMS = 24;
const COVER_MS = 6_000;
/** Authors named on a cover. */
const MAX_NAMES = 2;

export function createAnswerBook({ db, coverMs = COVER_MS, ...deps }: BookResponseDeps): AnswerBook {
  const readPicture = createReadBookPicture(deps);
  const drawCover = deps.drawCover ?? createShareImages({ ...deps, readPicture: (address) => deps.readPicture(address, 1280) });
  const limit = createLimiter({ running: 4, waiting: 40, retryAfterSeconds: 5 });
  let activeStreams = 0;

  return async (c, book, { version = '', isPrivate = false } = {}) => {
    const headers = headersOf(book, version, isPrivate);
    const fresh = notModified(c, headers, book.modified);
    if (fresh !== undefined) return fresh;
    const isSingle = book.facts.length <= 1;
    const isOfTale = isSingle && !isPrivate;
    await limitRate(c, db, isOfTale ? 'book' : 'books', isOfTale ? SINGLE : MANY);
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    if (!isSingle && activeStreams >= MAX_STREAMS) throw unavailable('busy', 10);
    let isWhole = true;
    let drawn: Promise<Uint8Array> | undefined;
    const cover = () => {
      drawn ??= renderCoverWithTimeout(book, widestSubnet(getRequestContext(c).clientAddress())).catch((error: unknown) => {
        isWhole = false;
        throw error;
      });
      return drawn;
    };
    const open = () => writeEpub(book, { readPicture, cover });
    // A single tale is buffered, so that it has a Content-Length and errors are reported as a status.
    if (isSingle) {
      // Wait for the cover before taking a slot.
      await cover().catch(() => {});
      const bytes = new Uint8Array(await limit(() => buffer(open())));
      return c.body(bytes, 200, isWhole ? headers : { ...headers, 'Cache-Control': 'no-store' });
    }
    return c.body(
      counted(open(), () => c.env?.outgoing?.destroy()),
      200,
      headers,
    );
  };

  /** Rejects after a timeout, so that a slow cover does not block the book. The render continues and is cached. */
  function renderCoverWithTimeout({ title, creators, facts, cover: own }: Book, caller: string): Promise<Uint8Array> {
    const author = creators.length > 0 && creators.length <= MAX_NAMES ? creators.join(' & ') : `${facts.length} tales`;
    const words = own?.words ?? { title: oneLine(title), author };
    const drawn = drawCover({ ...words, category: own?.palette ?? 'classic', cover: own?.address, shape: 'book' }, caller);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('Cover rendering timed out')), coverMs);
    return Promise.race([drawn, late]).finally(() => clearTimeout(timer));
  }

  /** Counts the stream as active from its first read until it ends or is cancelled. On errors `cut` closes the connection, so that a truncated book is not taken for complete. */
  function counted(book: ReadableStream<Uint8Array>, cut: () => unknown): ReadableStream<Uint8Array> {
    const reader = book.getReader();
    let isCounted = false;
    let isLeft = false;
    const end = () => {
      if (isCounted) activeStreams -= 1;
      isCounted = false;
    };
    const source = {
      async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
        if (!isCounted) activeStreams += 1;
        isCounted = true;
        try {
          const { done, value } = await reader.read();
          if (isLeft) return;
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          end();
          if (isLeft) return;
          const reason = error instanceof Error ? error.message : String(error);
          deps.log.warn({ event: 'book_broken_off', reason }, 'EPUB stream failed');
          cut();
          controller.close();
        }
      },
      async cancel() {
        isLeft = true;
        end();
        await reader.cancel();
      },
    };
    return new ReadableStream(source, { highWaterMark: 0 });
  }
}

/** @throws AppError 429 when the client network exceeds the limit */
export async function limitRate(c: Context<AppEnv>, db: Db, kind: string, limit: { points: number; windowSeconds: number }): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForSubnet(db, `${kind} network`, getRequestContext(c).clientAddress(), limit);
  if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
}

/** Returns 304 if the client has this version, by ETag or else by Last-Modified (RFC 9110, 13.1). */
export function notModified(c: Context, headers: Record<string, string>, modified: Date): Response | undefined {
  const [tags, since] = [c.req.header('if-none-match'), c.req.header('if-modified-since')];
  const tag = (headers.ETag ?? '').replace(/^W\//, '');
  const isFresh =
    tags !== undefined ? matchesTag(tags, [tag]) : since !== undefined && Date.parse(since) >= Math.floor(modified.getTime() / 1000) * 1000;
  if (!isFresh) return undefined;
  const { 'Content-Type': _type, 'Content-Disposition': _name, ...others } = headers;
  return c.body(null, 304, others);
}

function headersOf(book: Book, version: string, isPrivate: boolean): Record<string, string> {
  const { tales: _tales, modified, ...known } = book;
  const own = ownSiteName();
  return {
    'Content-Type': EPUB,
    'Content-Disposition': attachment(book.title, 'epub'),
    // Weak: images that could not be read may be included next time.
    ETag: `W/"${hash('sha256', JSON.stringify([WRITER, known, modified.toISOString(), version, ...(own === undefined ? [] : [own])])).slice(0, 22)}"`,
    'Last-Modified': modified.toUTCString(),
    Link: `<${book.address}>; rel="canonical"`,
    'Cache-Control': isPrivate ? PRIVATE_CACHE : SHARED_CACHE,
    'X-Content-Type-Options': 'nosniff',
  };
}

const MAX_NAME_LENGTH = 100;
/** Characters that file systems reject, invisible ones, and bidi controls, which could disguise the extension. */
const INVALID_IN_FILE_NAMES = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff/\\:*?"<>|]+/gu;

/** Returns the Content-Disposition (RFC 6266) of a download named after its title, with an ASCII fallback. `ending` has no dot. */
export function attachment(title: string, ending: string): string {
  const name = [...graphemes.segment(title.normalize('NFC').replace(INVALID_IN_FILE_NAMES, ' ').replace(/\s+/gu, ' ').trim())]
    .slice(0, MAX_NAME_LENGTH)
    .map(({ segment }) => segment)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  const encoded = encodeURIComponent(`${name || 'Talewood'}.${ending}`).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${toSlug(title, 'talewood')}.${ending}"; filename*=UTF-8''${encoded}`;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
