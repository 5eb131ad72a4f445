/** An object store that speaks as S3 does (path style, Signature Version 4): AWS, MinIO, Garage, Ceph, R2 and others. */
import { hash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { hashFile } from '#src/platform/hash-file.ts';
import { checkKey, noRoom, type ObjectStore, storeUnavailable } from './object-store.ts';

export type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

type Options = {
  /** Milliseconds until a try counts as failed, its body included. Default 10,000. */
  timeoutMs?: number;
  /** Milliseconds before the second try; doubled each time. Default 200. */
  pauseMs?: number;
  /** The same as `timeoutMs` of what goes from or to a file. Default 300,000. */
  fileTimeoutMs?: number;
  /** Before every key, as `imports/`: a part of a bucket. Default none. */
  prefix?: string;
};
type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  path?: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | Blob;
  /** Of the body, where it is not worked out here. */
  sha256?: string;
  type?: string;
  timeoutMs?: number;
  /** Where to write what comes. */
  file?: string;
};
type Answer = { status: number; bytes: ArrayBuffer };

const TRIES = 3;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The store in a bucket. Each request is tried three times, when it failed for a reason that may pass. */
export function openS3Store(settings: S3Settings, options: Options = {}): ObjectStore {
  const { timeoutMs: shortMs = 10_000, fileTimeoutMs = 300_000, pauseMs = 200, prefix = '' } = options;
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });

  return {
    async put(key, bytes, type) {
      checkKey(key);
      await ask({ method: 'PUT', path: prefix + key, body: bytes as Uint8Array<ArrayBuffer>, type });
    },
    async putFile(key, file, type) {
      checkKey(key);
      const body = await openAsBlob(file);
      await ask({ method: 'PUT', path: prefix + key, body, sha256: await hashFile(file), type, timeoutMs: fileTimeoutMs });
    },
    async get(key) {
      checkKey(key);
      const { status, bytes } = await ask({ method: 'GET', path: prefix + key });
      return status === 404 ? undefined : { size: bytes.byteLength, body: new Blob([bytes]).stream() };
    },
    async getFile(key, file) {
      checkKey(key);
      return (await ask({ method: 'GET', path: prefix + key, file, timeoutMs: fileTimeoutMs })).status !== 404;
    },
    async has(key) {
      checkKey(key);
      return (await ask({ method: 'HEAD', path: prefix + key })).status === 200;
    },
    async remove(folder) {
      checkKey(folder);
      for (const key of await listAll({ prefix: `${prefix}${folder}/` }, 'Key')) {
        checkKey(key);
        await ask({ method: 'DELETE', path: key });
      }
    },
    // An object is there when its request has been answered, and not before.
    removeHalves: async () => 0,
    list: async () =>
      (await listAll({ delimiter: '/', ...(prefix && { prefix }) }, 'Prefix'))
        .map((each) => each.slice(prefix.length).replace(/\/$/, ''))
        .filter((name) => name !== ''),
  };

  /** The texts of an element of ListObjectsV2, over all pages. Ours hold nothing that XML would write otherwise. */
  async function listAll(query: Record<string, string>, element: 'Key' | 'Prefix'): Promise<string[]> {
    const found: string[] = [];
    for (let token = ''; ; ) {
      const { status, bytes } = await ask({
        method: 'GET',
        query: { 'list-type': '2', ...query, ...(token && { 'continuation-token': token }) },
      });
      if (status !== 200) throw storeUnavailable(new Error(`The bucket is not there (${status})`));
      const xml = new TextDecoder().decode(bytes);
      found.push(...[...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => text));
      token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] ?? '';
      if (token === '') return found;
    }
  }

  /** Resolves to an answer with status 200 to 299, or 404. */
  async function ask(asked: Asked): Promise<Answer> {
    let cause: unknown;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      if (tries > 1) await wait(pauseMs * 2 ** (tries - 2));
      const answer = await attempt(asked).catch((error: unknown) => {
        cause = error;
        return undefined;
      });
      if (answer === undefined) continue;
      if (answer.status < 300 || answer.status === 404) return answer;
      cause = new Error(`The store answered ${answer.status} to a ${asked.method}`);
      if (answer.status === 507) throw noRoom(cause);
      if (answer.status < 500 && answer.status !== 429) break;
    }
    throw storeUnavailable(cause);
  }

  /** Read to its end before anything of it is handed on: what was cut off can be asked for again. */
  async function attempt({ method, path = '', query = {}, body, sha256, type, timeoutMs = shortMs, file }: Asked): Promise<Answer> {
    const search = new URLSearchParams(query).toString();
    const url = `${endpoint}/${bucket}/${path}${search && `?${search}`}`;
    const headers: Record<string, string> = {
      'X-Amz-Content-Sha256': sha256 ?? hash('sha256', body instanceof Uint8Array ? body : ''),
    };
    if (type !== undefined) Object.assign(headers, { 'Content-Type': type, 'Cache-Control': FOR_EVER });
    const init = {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    };
    const answer = await client.fetch(url, init);
    if (file !== undefined && answer.status === 200 && answer.body !== null) {
      await pipeline(answer.body, createWriteStream(file));
      return { status: 200, bytes: new ArrayBuffer(0) };
    }
    return { status: answer.status, bytes: await answer.arrayBuffer() };
  }
}
