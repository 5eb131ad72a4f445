/** Rendered pages in a folder: they survive restarts, and there are more of them than fit in memory. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createFileCache } from '#src/platform/file-cache.ts';
import { createCachedResponse, createCompressedResponse } from '#src/platform/http/cached-response.ts';
import type { Log } from '#src/platform/log.ts';
import type { CachedPage } from './build-page.ts';
import type { CacheChanges, Stamp } from './connect-cache.ts';

/** Pages with one of these tags also depend on the time: what is published by now, the current week, tonight. */
const TIMELY = ['list', 'tonight'];
/** Maximum age of timely pages, as in memory. Older pages are used only if no list changed either, as lists may decide on their badges. */
const TIMELY_MS = 10 * 60_000;
/** Changes are remembered for longer (`removeOldCacheChanges`). */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** A page is not written again within this time if its content is the same. */
const REWRITE_MS = 5 * 60_000;
/** Pages that wait to be written; beyond it the oldest are dropped. */
const MAX_WAITING = 2_000;
const WRITERS = 8;
/** Delay before waiting pages are written, so that the requests that rendered them stay fast. */
const WRITE_DELAY_MS = 500;
/** Pause after a failure, such as a full disk. */
const PAUSE_MS = 60_000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAC_BYTES = 32;
const PREFIX_BYTES = MAC_BYTES + 4;

const Header = z.strictObject({
  key: z.string(),
  status: z.int().min(200).max(399),
  hash: z.string(),
  fields: z.array(z.string()),
  tags: z.array(z.string()),
  renderedAt: z.number(),
  stamp: z.strictObject({ database: z.string(), number: z.number() }),
  bytes: z.int().min(0),
  isCompressed: z.boolean(),
});
type Header = z.infer<typeof Header>;

export type DiskCache = {
  /** The stamp for a page whose render begins now; undefined while changes are unknown, and nothing is written. */
  stamp(): Stamp | undefined;
  /** Returns a page that is still correct, and its age in ms if it depends on the time, otherwise 0. */
  read(key: string): Promise<{ page: CachedPage; ageMs: number } | undefined>;
  /** Writes the page later. */
  write(key: string, page: CachedPage, stamp: Stamp): void;
  /** Writes what waits and stops. */
  close(): Promise<void>;
};

type DiskCacheOptions = {
  folder: string;
  maxBytes: number;
  /** The secret of the site. Files that were not written with it are ignored. */
  secret: string;
  /** Everything except the data that pages depend on: build, settings, name of the site. */
  context: () => string;
  changes: Pick<CacheChanges, 'stamp' | 'isCurrent'>;
  /** Whether the disk is too full to write pages. */
  isFull: () => boolean;
  log: Pick<Log, 'warn'>;
  now?: () => number;
};

export function openDiskCache({ folder, maxBytes, secret, context, changes, isFull, log, now = Date.now }: DiskCacheOptions): DiskCache {
  const files = createFileCache({ folder, maxBytes, isDurable: false });
  const macKey = Buffer.from(hkdfSync('sha256', secret, '', 'talewood page cache', MAC_BYTES));
  const waiting = new Map<string, { page: CachedPage; header: Header }>();
  const written = new LRUCache<string, Header>({ max: 20_000 });
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let pausedUntil = 0;
  let isClosed = false;

  /** A page of another build, or with other settings, has another name and another code. */
  const macOf = (...parts: (string | Buffer)[]): Buffer => {
    const mac = createHmac('sha256', macKey).update(`${context()}\0`);
    for (const part of parts) mac.update(part);
    return mac.digest();
  };
  const nameOf = (key: string): string => macOf('name\0', key).toString('hex');

  function isCorrect({ tags, renderedAt, stamp }: Header): boolean {
    const age = now() - renderedAt;
    const isTimely = tags.some((tag) => TIMELY.includes(tag));
    // A clock that was set back makes pages appear too new.
    if (age < -TIMELY_MS || age >= (isTimely ? TIMELY_MS : MAX_AGE_MS)) return false;
    return changes.isCurrent(stamp, age < TIMELY_MS ? tags : [...tags, 'list']);
  }

  function unpack(bytes: Buffer<ArrayBuffer>, key: string): { header: Header; body: Buffer<ArrayBuffer> } | undefined {
    if (bytes.length < PREFIX_BYTES || !timingSafeEqual(macOf(bytes.subarray(MAC_BYTES)), bytes.subarray(0, MAC_BYTES))) return undefined;
    const bodyAt = PREFIX_BYTES + bytes.readUInt32BE(MAC_BYTES);
    const header = Header.safeParse(JSON.parse(bytes.toString('utf8', PREFIX_BYTES, bodyAt))).data;
    return header?.key === key ? { header, body: bytes.subarray(bodyAt) } : undefined;
  }

  /** Several at once: each file takes five turns of the event loop, and while pages are rendered a turn takes milliseconds. */
  async function writeWaiting(): Promise<void> {
    const entries = waiting.entries();
    await Promise.all(Array.from({ length: WRITERS }, () => writeFrom(entries)));
  }

  async function writeFrom(entries: Iterable<[string, { page: CachedPage; header: Header }]>): Promise<void> {
    for (const [key, { page, header }] of entries) {
      waiting.delete(key);
      if (isFull() || now() < pausedUntil || !isCorrect(header)) continue;
      try {
        await files.write(nameOf(key), pack(header, page));
        written.set(key, header);
      } catch (err) {
        if (now() < pausedUntil) continue;
        pausedUntil = now() + PAUSE_MS;
        log.warn({ event: 'page_not_written', err, folder }, 'Could not write rendered pages to disk; trying again in a minute');
      }
    }
  }

  function pack(header: Header, { variants }: CachedPage): Buffer {
    const head = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(head.length);
    const content = Buffer.concat([length, head, (variants.br ?? variants.identity).body]);
    return Buffer.concat([macOf(content), content]);
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(writeWaiting);
    }, WRITE_DELAY_MS).unref();
  }

  return {
    stamp: changes.stamp,

    async read(key) {
      // Whether it is current cannot be known.
      if (changes.stamp() === undefined) return undefined;
      try {
        const found = unpack(await read(path.join(folder, nameOf(key))), key);
        if (found === undefined || !isCorrect(found.header)) return undefined;
        const { header, body } = found;
        written.set(key, header);
        return {
          page: restorePage(header, body),
          ageMs: header.tags.some((tag) => TIMELY.includes(tag)) ? Math.max(0, now() - header.renderedAt) : 0,
        };
      } catch {
        // Unreadable content is as good as none.
        return undefined;
      }
    },

    write(key, page, stamp) {
      // Pages without tags cannot be told apart from outdated ones.
      if (isClosed || page.tags.length === 0) return;
      const { status, hash, fields, bytes } = page;
      const header = {
        key,
        status,
        hash,
        fields: [...fields],
        tags: [...page.tags],
        renderedAt: now(),
        stamp,
        bytes,
        isCompressed: page.variants.br !== undefined,
      };
      const former = written.get(key);
      const isSame = former?.hash === hash && former.status === status && now() - former.renderedAt < REWRITE_MS && isCorrect(former);
      if (isSame || !isCorrect(header)) return;
      waiting.delete(key);
      waiting.set(key, { page, header });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_WAITING && oldest !== undefined) waiting.delete(oldest);
      writeSoon();
    },

    async close() {
      isClosed = true;
      clearTimeout(timer);
      writing = writing.then(writeWaiting);
      await writing;
    },
  };
}

/** With callbacks, as the promises of node:fs take three times as long. */
const read = promisify(readFile);

function restorePage({ status, hash, fields, tags, bytes, isCompressed }: Header, body: Buffer<ArrayBuffer>): CachedPage {
  const parts = { status, hash, fields };
  const response = isCompressed ? createCompressedResponse(parts, body, MAX_BODY_BYTES) : createCachedResponse({ ...parts, body });
  return { ...response, tags, storable: true, bytes };
}
