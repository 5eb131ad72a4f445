import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '#src/platform/objects/s3-store.ts';

/** A minimal S3 server: one bucket in memory, with signature checks (AWS Signature Version 4, in a header). */

/** Fault of one request. */
type Fault = 'refused' | 'error' | 'full' | 'silent' | 'cut' | 'slow down';

export type TestS3 = {
  settings: S3Settings;
  objects: Map<string, { bytes: Buffer; type: string | undefined }>;
  /** Method and path of every request. */
  requests: string[];
  /** Sets the faults of the next requests, in order. */
  fail(...faults: Fault[]): void;
  /** Replaces the store by another handler, or restores it. */
  replaceHandler(other?: http.RequestListener): void;
  close(): Promise<void>;
};

const REGION = 'tales-1';
const BUCKET = 'pictures';
const KEY_ID = 'test-key';
const SECRET = 'test-secret/with+signs';
/** Keys per list response: few, so that lists are paginated. */
const PAGE = 3;

export async function openTestS3(): Promise<TestS3> {
  const objects: TestS3['objects'] = new Map();
  const requests: string[] = [];
  const faults: Fault[] = [];
  let replacement: http.RequestListener | undefined;
  const server = http.createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url?.split('?', 1)[0]}`);
    if (replacement !== undefined) return void replacement(request, response);
    const body = await buffer(request);
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (fault === 'cut') {
      response.writeHead(200, { 'content-length': '1000' }).write('half of');
      setImmediate(() => request.socket.destroy());
      return;
    }
    const status = fault === undefined ? undefined : { refused: 403, error: 500, full: 507, 'slow down': 503 }[fault];
    if (status !== undefined) return void response.writeHead(status).end('<Error/>');
    if (!isSigned(request, body)) return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    respond(request, response, body, objects);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, region: REGION, accessKeyId: KEY_ID, secretAccessKey: SECRET },
    objects,
    requests,
    fail: (...more) => void faults.push(...more),
    replaceHandler: (other) => {
      replacement = other;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function respond(request: http.IncomingMessage, response: http.ServerResponse, body: Buffer, objects: TestS3['objects']): void {
  const url = new URL(request.url ?? '', 'http://s3.invalid');
  const key = url.pathname.slice(`/${BUCKET}/`.length);
  if (!url.pathname.startsWith(`/${BUCKET}/`)) return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
  if (key === '' && request.method === 'GET') return void response.writeHead(200).end(list(url.searchParams, [...objects.keys()].sort()));
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, type: request.headers['content-type'] });
    return void response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const found = objects.get(key);
  if (found === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  response.writeHead(200, { 'content-length': found.bytes.length, 'content-type': found.type });
  response.end(request.method === 'HEAD' ? undefined : found.bytes);
}

/** ListObjectsV2; with a delimiter it lists folders. */
function list(query: URLSearchParams, keys: string[]): string {
  const prefix = query.get('prefix') ?? '';
  const fitting = keys.filter((key) => key.startsWith(prefix));
  const names =
    query.get('delimiter') === '/' ? [...new Set(fitting.map((key) => `${prefix}${key.slice(prefix.length).split('/', 1)[0]}/`))] : fitting;
  const from = Number(query.get('continuation-token') ?? 0);
  const page = names.slice(from, from + PAGE);
  const element = query.get('delimiter') === '/' ? 'CommonPrefixes><Prefix' : 'Contents><Key';
  const end = element.split('><').reverse().join('></');
  const next = from + PAGE < names.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Prefix>${prefix}</Prefix>${page.map((name) => `<${element}>${name}</${end}>`).join('')}${next}</ListBucketResult>`;
}

/** Checks the signature following "Signature Calculations for the Authorization Header" of the S3 documentation, without the AWS library. */
function isSigned(request: http.IncomingMessage, body: Buffer): boolean {
  const { headers, method = '', url = '' } = request;
  const [, keyId, day, signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/tales-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const time = headers['x-amz-date'];
  if (keyId !== KEY_ID || day === undefined || typeof time !== 'string' || !time.startsWith(day)) return false;
  if (headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const names = signedNames.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
  const { pathname, searchParams } = new URL(url, 'http://s3.invalid');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const canonical = [
    ...[method, pathname, query],
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    ...['', signedNames, sha256(body)],
  ].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${SECRET}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex') === signature;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
