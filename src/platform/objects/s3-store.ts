/** An object store with the S3 API (path style, Signature Version 4): AWS, MinIO, Garage, Ceph, R2 and others. */
import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { hashFile } from '#src/platform/files.ts';
import { type BoundedRequest, type BoundedResponse, sendBounded } from './bounded-request.ts';
import {
  checkKey,
  damagedFile,
  type Expect,
  type Expected,
  isDamagedFile,
  isKey,
  type ObjectStore,
  storageFull,
  storeUnavailable,
} from './object-store.ts';

export type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

type Options = {
  /** Timeout of an attempt, ms; for files, timeout without data. Default 10,000. */
  timeoutMs?: number;
  /** Delay before the second attempt, ms; doubled each time. Default 200. */
  pauseMs?: number;
  /** Timeout of a file transfer or a whole list with all attempts, ms. Default 300,000. */
  fileTimeoutMs?: number;
  /** Prefix of every key, such as `imports/`. Default none. */
  prefix?: string;
};
type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  path?: string;
  query?: Record<string, string>;
  body?: BoundedRequest['body'];
  /** Facts of a body that is a file. */
  file?: { size: number; sha256: string };
  type?: string;
  /** File for the response body. */
  saveTo?: string;
  expect?: Expect | undefined;
  maxBytes?: number;
  /** Timestamp for all attempts together. */
  deadline?: number;
};

const MAX_ATTEMPTS = 3;
const CACHE_CONTROL = 'public, max-age=31536000, immutable';
/** Images are a few hundred kilobytes, imported files at most 60 MB. */
const MAX_OBJECT = 16 * 1024 * 1024;
const MAX_FILE = 64 * 1024 * 1024;
/** A page of a list has at most 1,000 names of at most 1,024 bytes. */
const MAX_LIST_PAGE = 4 * 1024 * 1024;
const MAX_LIST_PAGES = 1_000;
const MAX_LISTED = 250_000;
/** Success statuses of the S3 API. */
const SUCCESS: Record<S3Request['method'], readonly number[]> = {
  GET: [200, 404],
  HEAD: [200, 404],
  PUT: [200, 201, 204],
  DELETE: [200, 204, 404],
};

/** Opens the store in a bucket. Each request is attempted three times when it fails for a temporary reason. */
export function openS3Store(settings: S3Settings, options: Options = {}): ObjectStore {
  const { timeoutMs = 10_000, fileTimeoutMs = 300_000, pauseMs = 200, prefix = '' } = options;
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const agent = new (endpoint.startsWith('https:') ? https : http).Agent({ keepAlive: true, maxSockets: 64 });

  return {
    async put(key, bytes, type) {
      checkKey(key);
      await send({ method: 'PUT', path: prefix + key, body: bytes, type });
    },
    async putFile(key, file, type) {
      checkKey(key);
      const facts = { size: (await stat(file)).size, sha256: await hashFile(file) };
      await send({ method: 'PUT', path: prefix + key, body: { file }, file: facts, type, deadline: Date.now() + fileTimeoutMs });
    },
    async get(key, expect) {
      checkKey(key);
      const { status, bytes, size } = await send({ method: 'GET', path: prefix + key, expect });
      return status === 404 ? undefined : { size, body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() };
    },
    async getFile(key, file, expect) {
      checkKey(key);
      const deadline = Date.now() + fileTimeoutMs;
      return (await send({ method: 'GET', path: prefix + key, saveTo: file, expect, maxBytes: MAX_FILE, deadline })).status !== 404;
    },
    async has(key, expect) {
      checkKey(key);
      const { status, size } = await send({ method: 'HEAD', path: prefix + key });
      const expected = status === 200 ? await expect?.() : undefined;
      return status === 200 && (expected?.size ?? size) === size;
    },
    async remove(folder) {
      checkKey(folder);
      const own = `${prefix}${folder}/`;
      const keys = await listAll({ prefix: own }, 'Key');
      // Checked before anything is deleted, in case the store lists foreign keys.
      const foreign = keys.find((key) => !key.startsWith(own) || !isKey(key));
      if (foreign !== undefined) throw storeUnavailable(new Error(`The list of ${own} contains a foreign key`));
      for (const key of keys) await send({ method: 'DELETE', path: key });
    },
    // Uploads are atomic.
    removePartialFiles: async () => 0,
    async list() {
      const names = await listAll({ delimiter: '/', ...(prefix && { prefix }) }, 'Prefix');
      // Without a prefix, the bucket may contain other folders.
      return names
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => name.slice(prefix.length).replace(/\/$/, '') || [])
        .filter(isKey);
    },
  };

  /** Returns the texts of an element of ListObjectsV2, over all pages. Our keys need no XML escaping. */
  async function listAll(query: Record<string, string>, element: 'Key' | 'Prefix'): Promise<string[]> {
    const found: string[] = [];
    const tokens = new Set<string>();
    const deadline = Date.now() + fileTimeoutMs;
    for (let token = ''; ; ) {
      const { status, bytes } = await send({
        method: 'GET',
        query: { 'list-type': '2', ...query, ...(token && { 'continuation-token': token }) },
        ...{ maxBytes: MAX_LIST_PAGE, deadline },
      });
      if (status !== 200) throw storeUnavailable(new Error(`The bucket was not found (${status})`));
      const xml = bytes.toString();
      if (!xml.includes('<ListBucketResult')) throw storeUnavailable(new Error('The response is not a list of objects'));
      for (const [, text = ''] of xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))) found.push(text);
      token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] ?? '';
      if (token === '') return found;
      if (tokens.has(token) || tokens.size >= MAX_LIST_PAGES || found.length > MAX_LISTED)
        throw storeUnavailable(new Error('The list of objects does not end'));
      tokens.add(token);
    }
  }

  /** Sends a request with retries. Resolves to a successful response; the body of a 200 is compared with `expect`. */
  async function send(request: S3Request): Promise<BoundedResponse> {
    let cause: unknown;
    for (let attempts = 1; attempts <= MAX_ATTEMPTS && (request.deadline ?? Infinity) > Date.now(); attempts += 1) {
      if (attempts > 1) await wait(pauseMs * 2 ** (attempts - 2));
      const response = await attempt(request).catch((error: unknown) => {
        cause = error;
        return undefined;
      });
      if (response === undefined) continue;
      if (SUCCESS[request.method].includes(response.status)) {
        const wrong =
          response.status === 200 && request.method === 'GET' ? findDifference(response, (await request.expect?.()) ?? {}) : undefined;
        if (wrong === undefined) return response;
        cause = damagedFile(new Error(`${request.path}: ${wrong}`));
        continue;
      }
      cause = new Error(`S3 ${request.method} failed with status ${response.status}; check credentials and bucket policy`);
      if (response.status === 507) throw storageFull(cause);
      if (response.status < 500 && response.status !== 429) break;
    }
    throw isDamagedFile(cause) ? cause : storeUnavailable(cause ?? new Error('S3 request timed out'));
  }

  /** Sends one attempt. The response is read completely before it is used, so that a truncated one can be retried. */
  async function attempt({ method, path = '', query = {}, body, file, type, saveTo, maxBytes = MAX_OBJECT, deadline }: S3Request) {
    const search = new URLSearchParams(query).toString();
    const url = `${endpoint}/${bucket}/${path}${search && `?${search}`}`;
    const headers: Record<string, string> = {
      'X-Amz-Content-Sha256': file?.sha256 ?? hash('sha256', body instanceof Uint8Array ? body : ''),
    };
    if (type !== undefined) Object.assign(headers, { 'Content-Type': type, 'Cache-Control': CACHE_CONTROL });
    const signed = await client.sign(url, { method, headers });
    const size = file?.size ?? (body instanceof Uint8Array ? body.length : 0);
    const length = method === 'PUT' ? { 'Content-Length': String(size) } : {};
    return sendBounded({
      ...{ url: signed.url, method, headers: { ...Object.fromEntries(signed.headers), ...length }, agent },
      ...{ body, saveTo, maxBytes, idleMs: timeoutMs },
      totalMs: deadline === undefined ? timeoutMs : Math.max(1, deadline - Date.now()),
    });
  }
}

/** Returns how a body findDifference from what is expected; undefined when it does not. */
function findDifference({ size, sha256, bytes }: BoundedResponse, expected: Expected): string | undefined {
  if (expected.size !== undefined && expected.size !== size) return `${size} bytes instead of ${expected.size}`;
  if (expected.sha256 !== undefined && expected.sha256 !== sha256) return 'its content is not what was stored';
  if (expected.isWhole?.(bytes) === false) return 'it is incomplete, or a file of another type';
  return undefined;
}
