/** An answer made beforehand, with a body for each encoding: cached pages and static files. */
import type { Encoding } from './negotiate.ts';
import { acceptedEncodings, matchesTag } from './negotiate.ts';

/** Smaller bodies are not compressed, bytes. */
export const COMPRESS_FROM = 512;

export type Variant = {
  readonly encoding: Encoding;
  readonly body: NonSharedBuffer;
  /** Names and values in turn, all that belongs to this variant, ready for writeHead. */
  readonly fields: readonly string[];
  readonly tag: string;
  /** The same with the server's constant headers around, made by the server at first use. Its last place is the request id. */
  wire?: string[];
};

export type Prepared = {
  readonly status: number;
  /** Of the content, the same for all its encodings. */
  readonly hash: string;
  /** Its Last-Modified, where it has one. */
  readonly modified?: string | undefined;
  /** Headers of every variant: names and values in turn. */
  readonly fields: readonly string[];
  readonly variants: { identity: Variant; br?: Variant; gzip?: Variant };
  /** For 304. */
  readonly notModified: readonly string[];
};

export type Answer = { status: number; fields: readonly string[]; body: NonSharedBuffer | null };

export function preparedFrom(parts: { status: number; hash: string; fields: readonly string[]; body: NonSharedBuffer }): Prepared {
  const { status, hash, fields } = parts;
  const base = { status, hash, fields };
  const notModified = ['Vary', 'Accept-Encoding', ...pick(fields, ['cache-control', 'cache-tag', 'last-modified'])];
  const modified = pick(fields, ['last-modified'])[1];
  return { ...base, modified, notModified, variants: { identity: variantOf(base, 'identity', parts.body) } };
}

export function variantOf(base: Pick<Prepared, 'hash' | 'fields'>, encoding: Encoding, body: NonSharedBuffer): Variant {
  const tag = encoding === 'identity' ? `"${base.hash}"` : `"${base.hash}-${encoding}"`;
  const fields = [...base.fields, 'Vary', 'Accept-Encoding', 'ETag', tag, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') fields.push('Content-Encoding', encoding);
  return { encoding, body, fields, tag };
}

/** The variant that suits the reader best. `gzipMissing` tells that gzip was wanted before what is given. */
export function chooseVariant(prepared: Prepared, acceptEncoding: string | undefined): { variant: Variant; gzipMissing: boolean } {
  let gzipMissing = false;
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const variant = prepared.variants[encoding];
    if (variant !== undefined) return { variant, gzipMissing };
    if (encoding === 'gzip') gzipMissing = prepared.variants.identity.body.length >= COMPRESS_FROM;
  }
  return { variant: prepared.variants.identity, gzipMissing };
}

/** What a reader says of the copy that it holds: If-None-Match and If-Modified-Since. */
export type HeldCopy = { ifNoneMatch: string | undefined; ifModifiedSince?: string | undefined };

/**
 * True when the reader holds this content already, in whatever encoding. Only answers with status 200 are compared. A time counts only where no
 * tag is given (RFC 9110, 13.2.2), and only if it is the very one we sent: a list that has lost its newest entry is older than it was.
 */
export function isHeld(prepared: Prepared, { ifNoneMatch, ifModifiedSince }: HeldCopy): boolean {
  if (prepared.status !== 200) return false;
  if (ifNoneMatch === undefined) return ifModifiedSince !== undefined && ifModifiedSince === prepared.modified;
  return matchesTag(ifNoneMatch, [`"${prepared.hash}"`, `"${prepared.hash}-br"`, `"${prepared.hash}-gzip"`]);
}

/** The answer for a reader with these headers. A 304 carries the tag of the variant it stands for. */
export function answerPrepared(prepared: Prepared, acceptEncoding: string | undefined, held: HeldCopy): Answer {
  const { variant } = chooseVariant(prepared, acceptEncoding);
  if (isHeld(prepared, held)) return { status: 304, fields: [...prepared.notModified, 'ETag', variant.tag], body: null };
  return { status: prepared.status, fields: variant.fields, body: variant.body };
}

function pick(fields: readonly string[], names: readonly string[]): string[] {
  const picked: string[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    if (names.includes(name.toLowerCase())) picked.push(name, fields[at + 1] ?? '');
  }
  return picked;
}
