import type { ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import type { Head } from './request-guard.ts';
import { type HeaderList, headersFor } from './security-headers.ts';

/** A prebuilt response with a body for each encoding: cached pages and static files. */

/** Smaller bodies are not compressed, bytes. */
export const MIN_COMPRESSED_BYTES = 512;

export type Variant = {
  readonly encoding: Encoding;
  readonly body: NonSharedBuffer;
  /** All headers of this variant for writeHead: names and values alternate. */
  readonly fields: readonly string[];
  readonly tag: string;
  /** The same with the headers of every response, built at first use. The last element is the request id. */
  wire?: string[];
};

export type CachedResponse = {
  readonly status: number;
  /** Hash of the content, the same for all encodings. */
  readonly hash: string;
  /** Last-Modified header. */
  readonly modified?: string | undefined;
  /** Headers of every variant: names and values alternate. */
  readonly fields: readonly string[];
  readonly variants: { identity: Variant; br?: Variant; gzip?: Variant };
  /** Headers of a 304 response. */
  readonly notModified: readonly string[];
};

type FinalResponse = { status: number; fields: readonly string[]; body: NonSharedBuffer | null };

/** `body` may be a function, which is called when a client first needs it without compression. */
export function createCachedResponse(parts: {
  status: number;
  hash: string;
  fields: readonly string[];
  body: NonSharedBuffer | (() => NonSharedBuffer);
}): CachedResponse {
  const { status, hash, fields, body } = parts;
  const base = { status, hash, fields };
  const notModified = ['Vary', 'Accept-Encoding', ...pick(fields, ['cache-control', 'cache-tag', 'last-modified'])];
  const modified = pick(fields, ['last-modified'])[1];
  let identity: Variant | undefined;
  const variants = {
    get identity() {
      identity ??= variantOf(base, 'identity', typeof body === 'function' ? body() : body);
      return identity;
    },
  };
  return { ...base, modified, notModified, variants };
}

/**
 * Keeps only the compressed body. The whole one is made when a client first needs it, in a tenth of a millisecond: most accept Brotli.
 * `maxBytes`: of the whole body, beyond which decompression fails.
 */
export function createCompressedResponse(
  parts: Pick<CachedResponse, 'status' | 'hash'> & { fields: readonly string[] },
  compressed: NonSharedBuffer,
  maxBytes?: number,
): CachedResponse {
  const body = () => brotliDecompressSync(compressed, maxBytes === undefined ? {} : { maxOutputLength: maxBytes });
  const response = createCachedResponse({ ...parts, body });
  response.variants.br = variantOf(response, 'br', compressed);
  return response;
}

export function variantOf(base: Pick<CachedResponse, 'hash' | 'fields'>, encoding: Encoding, body: NonSharedBuffer): Variant {
  const tag = encoding === 'identity' ? `"${base.hash}"` : `"${base.hash}-${encoding}"`;
  const fields = [...base.fields, 'Vary', 'Accept-Encoding', 'ETag', tag, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') fields.push('Content-Encoding', encoding);
  return { encoding, body, fields, tag };
}

/** Chooses the best variant for an Accept-Encoding header. `gzipMissing`: the client prefers gzip and that variant does not exist yet. */
export function chooseVariant(prepared: CachedResponse, acceptEncoding: string | undefined): { variant: Variant; gzipMissing: boolean } {
  let gzipMissing = false;
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const variant = prepared.variants[encoding];
    if (variant !== undefined) return { variant, gzipMissing };
    if (encoding === 'gzip') gzipMissing = prepared.variants.identity.body.length >= MIN_COMPRESSED_BYTES;
  }
  return { variant: prepared.variants.identity, gzipMissing };
}

/** Validators of the client's cached copy. */
type CachedCopy = { ifNoneMatch: string | undefined; ifModifiedSince?: string | undefined };

/**
 * Whether the client's copy is current, in whatever encoding. Only for status 200. Last-Modified counts only without If-None-Match (RFC
 * 9110, 13.2.2) and must be equal: a list that has lost its newest entry is older than it was.
 */
function isCachedCopy(prepared: CachedResponse, { ifNoneMatch, ifModifiedSince }: CachedCopy): boolean {
  if (prepared.status !== 200) return false;
  if (ifNoneMatch === undefined) return ifModifiedSince !== undefined && ifModifiedSince === prepared.modified;
  return matchesTag(ifNoneMatch, [`"${prepared.hash}"`, `"${prepared.hash}-br"`, `"${prepared.hash}-gzip"`]);
}

/** Builds the response for these request headers. A 304 carries the ETag of its variant. */
export function answerFromCache(prepared: CachedResponse, acceptEncoding: string | undefined, held: CachedCopy): FinalResponse {
  const { variant } = chooseVariant(prepared, acceptEncoding);
  if (isCachedCopy(prepared, held)) return { status: 304, fields: [...prepared.notModified, 'ETag', variant.tag], body: null };
  return { status: prepared.status, fields: variant.fields, body: variant.body };
}

/** Converts names and values that alternate. */
export function toHeaders(fields: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < fields.length; at += 2) headers[fields[at] ?? ''] = fields[at + 1] ?? '';
  return headers;
}

function pick(fields: readonly string[], names: readonly string[]): string[] {
  const picked: string[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    if (names.includes(name.toLowerCase())) picked.push(name, fields[at + 1] ?? '');
  }
  return picked;
}

/**
 * Returns a function that writes a prebuilt response with little work: header lists are built once for each variant. It returns status and
 * body size for the log.
 */
export function createCachedSender(headers: HeaderList) {
  const common = headers.flat();
  return (response: ServerResponse, prepared: CachedResponse, head: Head, id: string): { status: number; bytes: number } => {
    const { variant } = chooseVariant(prepared, head.acceptEncoding);
    if (isCachedCopy(prepared, head)) {
      response.writeHead(304, [...common, ...prepared.notModified, 'ETag', variant.tag, 'X-Request-Id', id]).end();
      return { status: 304, bytes: 0 };
    }
    variant.wire ??= [
      ...headersFor(pick(variant.fields, ['content-type'])[1] ?? '', headers).flat(),
      ...variant.fields,
      'X-Request-Id',
      '',
    ];
    // writeHead serialises the list before it returns, so the list can be reused for the next request.
    variant.wire[variant.wire.length - 1] = id;
    response.writeHead(prepared.status, variant.wire);
    response.end(variant.body);
    return { status: prepared.status, bytes: variant.body.length };
  };
}

type Encoding = 'br' | 'gzip' | 'identity';

const PREFERENCE: readonly Encoding[] = ['br', 'gzip', 'identity'];
const CACHE_SIZE = 256;
const orders = new Map<string, readonly Encoding[]>();

/** Returns the accepted encodings in order of preference. Identity is always the last resort, even when it is refused. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined || header === '') return ['identity'];
  const known = orders.get(header);
  if (known !== undefined) return known;
  const order = readAccepted(header);
  if (orders.size >= CACHE_SIZE) orders.clear();
  if (header.length <= 200) orders.set(header, order);
  return order;
}

/** Whether an If-None-Match header matches one of the tags, by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string, tags: readonly string[]): boolean {
  if (header.trim() === '*') return true;
  const held = header.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return held.some((tag) => tags.includes(tag));
}

function readAccepted(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (name !== '' && !weights.has(name)) weights.set(name, weightOf(parameters));
  }
  const weight = (encoding: Encoding): number =>
    weights.get(encoding) ??
    (encoding === 'gzip' ? weights.get('x-gzip') : undefined) ??
    weights.get('*') ??
    (encoding === 'identity' ? 0.0001 : 0);
  const taken = PREFERENCE.filter((encoding) => weight(encoding) > 0).sort((a, b) => weight(b) - weight(a));
  return taken.includes('identity') ? taken : [...taken, 'identity'];
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  const weight = Number(given.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
