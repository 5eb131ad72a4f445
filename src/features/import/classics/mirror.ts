/** A mirror of Project Gutenberg: a server, asked for one thing at a time and with pauses, or a folder laid out like one. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ClassicFault } from './classic-fault.ts';

export type Asked = {
  /** Bytes that are there already, and what says that the rest belongs to them. */
  from?: { offset: number; validator: string };
  /** What is kept: answered with `unchanged` where it is still so. */
  kept?: { etag: string | null; modified: string | null };
  signal?: AbortSignal | undefined;
};
export type Answer =
  | { outcome: 'missing' }
  | { outcome: 'unchanged' }
  | {
      outcome: 'found';
      /** The first byte of `body` in the file. */
      offset: number;
      /** Of the whole file; null where nobody says. */
      total: number | null;
      etag: string | null;
      modified: string | null;
      body: AsyncIterable<Uint8Array>;
      /** To be called in every case, and when nothing of the body was read: the next request waits for it. */
      end: () => void;
    };
/** `get`: throws a ClassicFault for an answer that no trying again will change, a PassingFault for others. */
export type Mirror = { address: string; get: (path: string, asked: Asked) => Promise<Answer> };

/** Documented by Project Gutenberg for programs; its own site is for people. */
const MIRRORS = ['https://aleph.gutenberg.org/', 'https://gutenberg.pglaf.org/'];
const AGENT = 'Talewood (software for a site of fairy tales; fetches a book once and keeps it)';
const MOST_REDIRECTS = 3;
const PAUSE_MS = 2_000;
/** Nobody else waits for a mirror on this machine. */
const HERE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Worth another try, after a pause. `seconds`: as the server asks; `isSpoiled`: what has come so far is of no use. */
export class PassingFault extends Error {
  readonly seconds: number;
  readonly isSpoiled: boolean;

  constructor(message: string, { seconds = 0, isSpoiled = false, cause }: { seconds?: number; isSpoiled?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'PassingFault';
    this.seconds = seconds;
    this.isSpoiled = isSpoiled;
  }
}

/**
 * `addresses`: of http or https, or paths of folders; without any, the mirrors that Project Gutenberg names. `delayMs`: from the end of one
 * request to a server to the next; without a word two seconds, and nothing where the mirror is on this machine. Throws a ClassicFault for an address that is none.
 */
export function openMirrors(addresses: readonly string[] = MIRRORS, { delayMs }: { delayMs?: number } = {}): Mirror[] {
  return addresses.map((address) => openMirror(address, delayMs));
}

function openMirror(address: string, delayMs: number | undefined): Mirror {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return folderMirror(path.resolve(address));
  const base = URL.parse(address.endsWith('/') ? address : `${address}/`);
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '')
    throw new ClassicFault('bad_mirror', `${address} is no address of a mirror: it begins with https:// or http://, or is a folder.`);
  const pauseMs = delayMs ?? (HERE.test(base.hostname) ? 0 : PAUSE_MS);
  let last: Promise<void> | undefined;
  return {
    address: base.href,
    get: async (file, asked) => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      try {
        await before;
        if (before !== undefined) await pause(pauseMs, undefined, { signal: asked.signal });
        const answer = await fetchFrom(base, new URL(file, base), asked);
        if (answer.outcome !== 'found') resolve();
        else answer.end = both(answer.end, resolve);
        return answer;
      } catch (error) {
        resolve();
        throw error;
      }
    },
  };
}

function both(one: () => void, other: () => void): () => void {
  return () => {
    one();
    other();
  };
}

async function fetchFrom(base: URL, url: URL, asked: Asked): Promise<Answer> {
  let at = url;
  for (let step = 0; step <= MOST_REDIRECTS; step += 1) {
    const response = await request(at, asked);
    const { status, headers } = response;
    if (status === 200 || status === 206) return foundIn(response, asked);
    await response.body?.cancel();
    if (status === 304) return { outcome: 'unchanged' };
    if (status === 404 || status === 410) return { outcome: 'missing' };
    if (status === 416) throw new PassingFault('The rest of the file is not there any more.', { isSpoiled: true });
    if (status === 429 || status >= 500)
      throw new PassingFault(`The mirror answered ${status}.`, { seconds: Number(headers.get('retry-after')) || 0 });
    const next = status >= 300 && status < 400 ? URL.parse(headers.get('location') ?? '', at) : null;
    if (next === null) throw new ClassicFault('refused', `The mirror answered ${status}.`);
    const isOwn =
      next.hostname === base.hostname && (next.protocol === base.protocol || next.protocol === 'https:') && next.username === '';
    if (!isOwn) throw new ClassicFault('elsewhere', `The mirror wants to lead elsewhere, to ${next.host}.`);
    at = next;
  }
  throw new ClassicFault('elsewhere', 'The mirror leads round in a circle.');
}

async function request(url: URL, { from, kept, signal }: Asked): Promise<Response> {
  const headers = new Headers({ 'user-agent': AGENT, 'accept-encoding': 'identity' });
  if (from !== undefined) {
    headers.set('range', `bytes=${from.offset}-`);
    headers.set('if-range', from.validator);
  }
  if (kept?.etag) headers.set('if-none-match', kept.etag);
  else if (kept?.modified) headers.set('if-modified-since', kept.modified);
  try {
    return await fetch(url, { headers, redirect: 'manual', ...(signal === undefined ? {} : { signal }) });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new PassingFault('The mirror could not be reached.', { cause });
  }
}

function foundIn({ status, headers, body }: Response, { from }: Asked): Answer {
  const [, first, whole] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  const offset = status === 206 ? Number(first) : 0;
  if (status === 206 && offset !== from?.offset)
    throw new PassingFault('The mirror sent another part than it was asked for.', { isSpoiled: true });
  const length = headers.get('content-length');
  const total = status === 206 ? Number(whole) : length === null ? Number.NaN : Number(length);
  return {
    outcome: 'found',
    offset,
    total: Number.isSafeInteger(total) ? total : null,
    etag: headers.get('etag'),
    modified: headers.get('last-modified'),
    body: body ?? (async function* () {})(),
    // What has ended or broken by then needs no ending.
    end: () => void body?.cancel().catch(() => {}),
  };
}

function folderMirror(folder: string): Mirror {
  return {
    address: pathToFileURL(`${folder}/`).href,
    get: async (file, { signal }) => {
      signal?.throwIfAborted();
      try {
        const root = await realpath(folder);
        const where = await realpath(path.join(root, file));
        if (!where.startsWith(`${root}${path.sep}`)) throw new ClassicFault('elsewhere', `${file} leads out of the folder.`);
        const handle = await open(where, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
        const { size } = await handle.stat();
        const body = handle.createReadStream();
        return { outcome: 'found', offset: 0, total: size, etag: null, modified: null, body, end: () => void body.destroy() };
      } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return { outcome: 'missing' };
        throw error;
      }
    },
  };
}
