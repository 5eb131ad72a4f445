/** An object store that speaks as S3 does (path style, Signature Version 4): AWS, MinIO, Garage, Ceph, R2 and others. */
import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { hashFile } from '#src/platform/hash-file.ts';
import { type BoundedRequest, type BoundedResponse, sendBounded } from './bounded-request.ts';
import {
  checkKey,
  damagedFile,
  type Expect,
  type Expected,
  isDamagedFile,
  isKey,
  noRoom,
  type ObjectStore,
  storeUnavailable,
} from './object-store.ts';

export type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

type Options = {
  /** Milliseconds until a try counts as failed, its body included; for files, milliseconds without any data. Default 10,000. */
  timeoutMs?: number;
  /** Milliseconds before the second try; doubled each time. Default 200. */
  pauseMs?: number;
  /** Milliseconds for what goes from or to a file, and for a whole list, all tries included. Default 300,000. */
  fileTimeoutMs?: number;
  /** Before every key, as `imports/`: a part of a bucket. Default none. */
  prefix?: string;
};
type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  path?: string;
  query?: Record<string, string>;
  body?: BoundedRequest['body'];
  /** Of the body, where it is a file. */
  file?: { size: number; sha256: string };
  type?: string;
  /** Where to write what comes. */
  saveTo?: string;
  expect?: Expect | undefined;
  maxBytes?: number;
  /** Of all tries together. */
  deadline?: number;
};

const TRIES = 3;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A stored picture is a few hundred kilobytes, an imported file at most 60 MB. */
const MAX_OBJECT = 16 * 1024 * 1024;
const MAX_FILE = 64 * 1024 * 1024;
/** A page of a list has at most 1,000 names of at most 1,024 bytes, and some bytes about each. */
const MAX_LIST_PAGE = 4 * 1024 * 1024;
const MAX_LIST_PAGES = 1_000;
const MAX_LISTED = 250_000;
/** By the S3 API reference, the statuses of success. */
const GOOD: Record<Asked['method'], readonly number[]> = {
  GET: [200, 404],
  HEAD: [200, 404],
  PUT: [200, 201, 204],
  DELETE: [200, 204, 404],
};

/** The store in a bucket. Each request is tried three times, when it failed for a reason that may pass. */
export function openS3Store(settings: S3Settings, options: Options = {}): ObjectStore {
  const { timeoutMs = 10_000, fileTimeoutMs = 300_000, pauseMs = 200, prefix = '' } = options;
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const agent = new (endpoint.startsWith('https:') ? https : http).Agent({ keepAlive: true, maxSockets: 64 });

  return {
    async put(key, bytes, type) {
      checkKey(key);
      await ask({ method: 'PUT', path: prefix + key, body: bytes, type });
    },
    async putFile(key, file, type) {
      checkKey(key);
      const facts = { size: (await stat(file)).size, sha256: await hashFile(file) };
      await ask({ method: 'PUT', path: prefix + key, body: { file }, file: facts, type, deadline: Date.now() + fileTimeoutMs });
    },
    async get(key, expect) {
      checkKey(key);
      const { status, bytes, size } = await ask({ method: 'GET', path: prefix + key, expect });
      return status === 404 ? undefined : { size, body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() };
    },
    async getFile(key, file, expect) {
      checkKey(key);
      const deadline = Date.now() + fileTimeoutMs;
      return (await ask({ method: 'GET', path: prefix + key, saveTo: file, expect, maxBytes: MAX_FILE, deadline })).status !== 404;
    },
    async has(key, expect) {
      checkKey(key);
      const { status, size } = await ask({ method: 'HEAD', path: prefix + key });
      const expected = status === 200 ? await expect?.() : undefined;
      return status === 200 && (expected?.size ?? size) === size;
    },
    async remove(folder) {
      checkKey(folder);
      const own = `${prefix}${folder}/`;
      const keys = await listAll({ prefix: own }, 'Key');
      // The whole list is checked first: a store that lists foreign keys is not asked to delete anything.
      const foreign = keys.find((key) => !key.startsWith(own) || !isKey(key));
      if (foreign !== undefined) throw storeUnavailable(new Error(`The list of ${own} has a key outside of it`));
      for (const key of keys) await ask({ method: 'DELETE', path: key });
    },
    // An object is there when its request has been answered, and not before.
    removeHalves: async () => 0,
    async list() {
      const names = await listAll({ delimiter: '/', ...(prefix && { prefix }) }, 'Prefix');
      // Without a prefix, the bucket may have folders of others beside ours.
      return names
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => name.slice(prefix.length).replace(/\/$/, '') || [])
        .filter(isKey);
    },
  };

  /** The texts of an element of ListObjectsV2, over all pages. Ours hold nothing that XML would write otherwise. */
  async function listAll(query: Record<string, string>, element: 'Key' | 'Prefix'): Promise<string[]> {
    const found: string[] = [];
    const tokens = new Set<string>();
    const deadline = Date.now() + fileTimeoutMs;
    for (let token = ''; ; ) {
      const { status, bytes } = await ask({
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

  /** Resolves to a response of GOOD, the body of a 200 compared with what is expected. */
  async function ask(asked: Asked): Promise<BoundedResponse> {
    let cause: unknown;
    for (let tries = 1; tries <= TRIES && (asked.deadline ?? Infinity) > Date.now(); tries += 1) {
      if (tries > 1) await wait(pauseMs * 2 ** (tries - 2));
      const answer = await attempt(asked).catch((error: unknown) => {
        cause = error;
        return undefined;
      });
      if (answer === undefined) continue;
      if (GOOD[asked.method].includes(answer.status)) {
        const wrong = answer.status === 200 && asked.method === 'GET' ? differs(answer, (await asked.expect?.()) ?? {}) : undefined;
        if (wrong === undefined) return answer;
        cause = damagedFile(new Error(`${asked.path}: ${wrong}`));
        continue;
      }
      cause = new Error(`The store answered ${answer.status} to a ${asked.method}`);
      if (answer.status === 507) throw noRoom(cause);
      if (answer.status < 500 && answer.status !== 429) break;
    }
    throw isDamagedFile(cause) ? cause : storeUnavailable(cause ?? new Error('The store took too long'));
  }

  /** Read to its end before anything of it is handed on: what was cut off can be asked for again. */
  async function attempt({ method, path = '', query = {}, body, file, type, saveTo, maxBytes = MAX_OBJECT, deadline }: Asked) {
    const search = new URLSearchParams(query).toString();
    const url = `${endpoint}/${bucket}/${path}${search && `?${search}`}`;
    const headers: Record<string, string> = {
      'X-Amz-Content-Sha256': file?.sha256 ?? hash('sha256', body instanceof Uint8Array ? body : ''),
    };
    if (type !== undefined) Object.assign(headers, { 'Content-Type': type, 'Cache-Control': FOR_EVER });
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

/** What is wrong with a body; undefined when it is as expected. */
function differs({ size, sha256, bytes }: BoundedResponse, expected: Expected): string | undefined {
  if (expected.size !== undefined && expected.size !== size) return `${size} bytes instead of ${expected.size}`;
  if (expected.sha256 !== undefined && expected.sha256 !== sha256) return 'its content is not what was stored';
  if (expected.isWhole?.(bytes) === false) return 'it is incomplete, or a file of another type';
  return undefined;
}
