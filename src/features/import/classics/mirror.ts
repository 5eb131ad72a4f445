/** A mirror of Project Gutenberg: a server, with one request at a time and delays, or a folder with the same layout. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

type MirrorRequest = {
  /** Bytes already downloaded, and the validator that ties the rest to them. */
  from?: { offset: number; validator: string };
  /** Validators of the cached file; answered with `unchanged` when they still match. */
  cached?: { etag: string | null; modified: string | null };
  signal?: AbortSignal | undefined;
};
export type MirrorResponse =
  | { outcome: 'missing' }
  | { outcome: 'unchanged' }
  | {
      outcome: 'found';
      /** Offset of `body` in the file. */
      offset: number;
      /** Size of the whole file; null when unknown. */
      total: number | null;
      etag: string | null;
      modified: string | null;
      body: AsyncIterable<Uint8Array>;
      /** Must always be called, even when the body was not read: the next request waits for it. */
      end: () => void;
    };
/** `get` throws a ClassicFault for permanent failures and a TransientFault for others. */
export type Mirror = { address: string; get: (path: string, options: MirrorRequest) => Promise<MirrorResponse> };

/** Mirrors that Project Gutenberg names for automated access; its own site is for people. */
const MIRRORS = ['https://aleph.gutenberg.org/', 'https://gutenberg.pglaf.org/'];
const AGENT = 'Talewood (software for a site of fairy tales; fetches a book once and keeps it)';
const MAX_REDIRECTS = 3;
const PAUSE_MS = 2_000;
/** A local mirror needs no delays. */
const LOCALHOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A failure worth retrying. `seconds`: the delay the server asks for; `isSpoiled`: the partial download is unusable. */
export class TransientFault extends Error {
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
 * Opens mirrors. `addresses`: http(s) URLs or folders; default: the mirrors that Project Gutenberg names. `delayMs`: between two requests
 * to a server; default: two seconds, none for localhost.
 * @throws ClassicFault for an invalid address
 */
export function openMirrors(addresses: readonly string[] = MIRRORS, { delayMs }: { delayMs?: number } = {}): Mirror[] {
  return addresses.map((address) => openMirror(address, delayMs));
}

function openMirror(address: string, delayMs: number | undefined): Mirror {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return folderMirror(path.resolve(address));
  const base = URL.parse(address.endsWith('/') ? address : `${address}/`);
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '')
    throw new ClassicFault('bad_mirror', `Invalid mirror ${address}. Use an https:// or http:// URL, or a folder.`);
  const pauseMs = delayMs ?? (LOCALHOST.test(base.hostname) ? 0 : PAUSE_MS);
  let last: Promise<void> | undefined;
  return {
    address: base.href,
    get: async (file, options) => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      try {
        await before;
        if (before !== undefined) await pause(pauseMs, undefined, { signal: options.signal });
        const answer = await fetchFrom(base, new URL(file, base), options);
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

async function fetchFrom(base: URL, url: URL, options: MirrorRequest): Promise<MirrorResponse> {
  let at = url;
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    const response = await request(at, options);
    const { status, headers } = response;
    if (status === 200 || status === 206) return foundIn(response, options);
    await response.body?.cancel();
    if (status === 304) return { outcome: 'unchanged' };
    if (status === 404 || status === 410) return { outcome: 'missing' };
    if (status === 416) throw new TransientFault('The rest of the file is no longer available.', { isSpoiled: true });
    if (status === 429 || status >= 500)
      throw new TransientFault(`The mirror answered ${status}.`, { seconds: Number(headers.get('retry-after')) || 0 });
    const next = status >= 300 && status < 400 ? URL.parse(headers.get('location') ?? '', at) : null;
    if (next === null) throw new ClassicFault('refused', `The mirror answered ${status}.`);
    const isOwn =
      next.hostname === base.hostname && (next.protocol === base.protocol || next.protocol === 'https:') && next.username === '';
    if (!isOwn) throw new ClassicFault('elsewhere', `The mirror redirects to another host, ${next.host}.`);
    at = next;
  }
  throw new ClassicFault('elsewhere', 'The mirror redirects too often.');
}

async function request(url: URL, { from, cached, signal }: MirrorRequest): Promise<Response> {
  const headers = new Headers({ 'user-agent': AGENT, 'accept-encoding': 'identity' });
  if (from !== undefined) {
    headers.set('range', `bytes=${from.offset}-`);
    headers.set('if-range', from.validator);
  }
  if (cached?.etag) headers.set('if-none-match', cached.etag);
  else if (cached?.modified) headers.set('if-modified-since', cached.modified);
  try {
    return await fetch(url, { headers, redirect: 'manual', ...(signal === undefined ? {} : { signal }) });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new TransientFault('The mirror could not be reached.', { cause });
  }
}

function foundIn({ status, headers, body }: Response, { from }: MirrorRequest): MirrorResponse {
  const [, first, whole] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  const offset = status === 206 ? Number(first) : 0;
  if (status === 206 && offset !== from?.offset)
    throw new TransientFault('The mirror sent another range than requested.', { isSpoiled: true });
  const length = headers.get('content-length');
  const total = status === 206 ? Number(whole) : length === null ? Number.NaN : Number(length);
  return {
    outcome: 'found',
    offset,
    total: Number.isSafeInteger(total) ? total : null,
    etag: headers.get('etag'),
    modified: headers.get('last-modified'),
    body: body ?? (async function* () {})(),
    // The body may have ended or failed already.
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
        if (!where.startsWith(`${root}${path.sep}`)) throw new ClassicFault('elsewhere', `${file} is outside the folder.`);
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

/** In order of preference: HTML marks headings, verse and notes best. */
export const FORMS = ['html', 'text', 'epub'] as const;
export type Form = (typeof FORMS)[number];
export type MirrorPath = { path: string; form: Form };

/**
 * Returns the possible paths of a book, best first (gutenberg.org/help/mirroring.html). The main collection has a folder for each digit but
 * the last (`1/2/3/1234/`, `0/5/` for a single digit); generated files are in `cache/epub/1234/`. `preferred`: the format to try first.
 */
export function mirrorPaths(id: number, preferred?: Form): MirrorPath[] {
  const folder = `${[...String(id)].slice(0, -1).join('/') || '0'}/${id}`;
  const generated = `cache/epub/${id}/pg${id}`;
  const paths: Record<Form, string[]> = {
    html: [`${folder}/${id}-h/${id}-h.htm`, `${generated}-images.html`],
    // UTF-8, Latin-1, ASCII.
    text: [`${folder}/${id}-0.txt`, `${folder}/${id}-8.txt`, `${folder}/${id}.txt`, `${generated}.txt`],
    epub: [`${generated}.epub`, `${generated}-images.epub`],
  };
  const forms = preferred === undefined ? FORMS : [preferred, ...FORMS.filter((form) => form !== preferred)];
  return forms.flatMap((form) => paths[form].map((path) => ({ path, form })));
}

/** Why a book could not be fetched. The code is for programs, the message for people. */
export class ClassicFault extends Error {
  readonly code: 'bad_mirror' | 'refused' | 'elsewhere' | 'missing' | 'too_large' | 'no_book' | 'unreachable';

  constructor(code: ClassicFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClassicFault';
    this.code = code;
  }
}
