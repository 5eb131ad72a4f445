/** Books over HTTP. */
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Context } from 'hono';
import { tooMany } from '#src/features/accounts/accounts.ts';
import { createShareImages, type ShareImages } from '#src/features/covers/covers.ts';
import type { Db } from '#src/platform/db/db.ts';
import { unavailable } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { matchesTag } from '#src/platform/http/negotiate.ts';
import { consumeForNetwork } from '#src/platform/limits/limits.ts';
import { widestNetworkOf } from '#src/platform/limits/network-of.ts';
import { createTurns } from '#src/platform/turns.ts';
import { type BookPicturesDeps, createReadBookPicture } from './book-pictures.ts';
import type { Book } from './contract.ts';
import { attachment } from './file-name.ts';
import { oneLine } from './pages.ts';
import { writeEpub } from './write-epub.ts';

export type AnswerBookDeps = BookPicturesDeps & {
  db: Db;
  /** For tests: other covers, and how long a book waits for one. */
  drawCover?: ShareImages;
  coverMs?: number;
};

type HowToAnswer = {
  /** Whatever else the book depends on than what is known of it before; the same for the same book. */
  version?: string;
  /** It is someone's own: no cache but theirs may keep it. */
  isPrivate?: boolean;
};

/**
 * Answers with a book as EPUB, or with 304 to who holds it. `book.tales` is asked for nothing before the first byte is on its way. Throws the
 * AppErrors 429 `too_many` for a network that has taken too many, 503 `busy` while too many are being written.
 */
export type AnswerBook = (c: Context<AppEnv>, book: Book, how?: HowToAnswer) => Promise<Response>;

/** Raised with every change of what books look like: part of every tag. */
const WRITER = 1;
const EPUB = 'application/epub+zip';
const FOR_ALL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const FOR_ONE = 'private, max-age=0';

/** Books that one network may take: single tales, and books of many. */
const SINGLE = { points: 300, windowSeconds: 600 };
const MANY = { points: 40, windowSeconds: 600 };
/** Books of many that are being written, in this process. */
const MOST_AT_ONCE = 24;
const COVER_MS = 6_000;
/** So many names stand on a cover. */
const MOST_NAMES = 2;

export function createAnswerBook({ db, coverMs = COVER_MS, ...deps }: AnswerBookDeps): AnswerBook {
  const readPicture = createReadBookPicture(deps);
  const drawCover = deps.drawCover ?? createShareImages({ ...deps, readPicture: (address) => deps.readPicture(address, 1280) });
  const inTurn = createTurns({ running: 4, waiting: 40, retryAfterSeconds: 5 });
  let underWay = 0;

  return async (c, book, { version = '', isPrivate = false } = {}) => {
    const headers = headersOf(book, version, isPrivate);
    const fresh = answerFresh(c, headers, book.modified);
    if (fresh !== undefined) return fresh;
    const isSingle = book.facts.length <= 1;
    const isOfTale = isSingle && !isPrivate;
    await judge(c, db, isOfTale ? 'book' : 'books', isOfTale ? SINGLE : MANY);
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    if (!isSingle && underWay >= MOST_AT_ONCE) throw unavailable('busy', 10);
    let isWhole = true;
    let drawn: Promise<Uint8Array> | undefined;
    const cover = () => {
      drawn ??= drawInTime(book, widestNetworkOf(exchangeOf(c).clientAddress())).catch((error: unknown) => {
        isWhole = false;
        throw error;
      });
      return drawn;
    };
    const open = () => writeEpub(book, { readPicture, cover });
    // A single tale is small: whole, it has a length, and what fails is told in time.
    if (isSingle) {
      // Who waits for a cover takes no turn from those who do not.
      await cover().catch(() => {});
      const bytes = new Uint8Array(await inTurn(() => buffer(open())));
      return c.body(bytes, 200, isWhole ? headers : { ...headers, 'Cache-Control': 'no-store' });
    }
    return c.body(
      counted(open(), () => c.env?.outgoing?.destroy()),
      200,
      headers,
    );
  };

  /** Rather a book without a cover than one that does not come. What is being drawn is kept for the next one. */
  function drawInTime({ title, creators, facts, cover: own }: Book, asker: string): Promise<Uint8Array> {
    const author = creators.length > 0 && creators.length <= MOST_NAMES ? creators.join(' & ') : `${facts.length} tales`;
    const words = own?.words ?? { title: oneLine(title), author };
    const drawn = drawCover({ ...words, category: own?.palette ?? 'classic', cover: own?.address, shape: 'book' }, asker);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The cover takes too long')), coverMs);
    return Promise.race([drawn, late]).finally(() => clearTimeout(timer));
  }

  /** Counts from the first byte that is asked for to the last, or to the end of who asked. What breaks off `cut`s the connection: it is no whole book. */
  function counted(book: ReadableStream<Uint8Array>, cut: () => unknown): ReadableStream<Uint8Array> {
    const reader = book.getReader();
    let isCounted = false;
    let isLeft = false;
    const end = () => {
      if (isCounted) underWay -= 1;
      isCounted = false;
    };
    const source = {
      async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
        if (!isCounted) underWay += 1;
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
          deps.log.warn({ event: 'book_broken_off', reason }, 'A book broke off while it was written');
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

/** Throws 429 for a network that has taken too many of a kind. */
export async function judge(c: Context<AppEnv>, db: Db, kind: string, limit: { points: number; windowSeconds: number }): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForNetwork(db, `${kind} network`, exchangeOf(c).clientAddress(), limit);
  if (!isAllowed) throw tooMany(retryAfterSeconds);
}

/** 304 for who holds this very thing, by its tag or, without one, by its time (RFC 9110, 13.1). */
export function answerFresh(c: Context, headers: Record<string, string>, modified: Date): Response | undefined {
  const [tags, since] = [c.req.header('if-none-match'), c.req.header('if-modified-since')];
  const tag = (headers.ETag ?? '').replace(/^W\//, '');
  const isFresh =
    tags !== undefined ? matchesTag(tags, [tag]) : since !== undefined && Date.parse(since) >= Math.floor(modified.getTime() / 1000) * 1000;
  if (!isFresh) return undefined;
  const { 'Content-Type': _type, 'Content-Disposition': _name, ...kept } = headers;
  return c.body(null, 304, kept);
}

function headersOf(book: Book, version: string, isPrivate: boolean): Record<string, string> {
  const { tales: _tales, modified, ...known } = book;
  return {
    'Content-Type': EPUB,
    'Content-Disposition': attachment(book.title, 'epub'),
    // Weak: a picture that could not be read then is in the same book later.
    ETag: `W/"${hash('sha256', JSON.stringify([WRITER, known, modified.toISOString(), version])).slice(0, 22)}"`,
    'Last-Modified': modified.toUTCString(),
    Link: `<${book.address}>; rel="canonical"`,
    'Cache-Control': isPrivate ? FOR_ONE : FOR_ALL,
    'X-Content-Type-Options': 'nosniff',
  };
}
