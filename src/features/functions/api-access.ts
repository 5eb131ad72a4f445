/** Calls the API of the site for a run. The process of the function gets no key: the site makes the requests. */

import { createTemporaryKey, deleteTemporaryKey } from '#src/features/api-keys/api-keys.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { ApiCall, ApiReply } from './sandbox/messages.ts';

type ApiAccessDeps = {
  db: Db;
  /** Origin of the site, as this process reaches it. */
  apiOrigin: string;
  /** Email address of the account that functions act as. */
  account: string | undefined;
  scopes: readonly ('read' | 'write')[];
  /** Name of the key, which no one sees unless the site ends during the run. */
  name: string;
  timeoutMs: number;
};

/** `end` aborts running calls. */
type ApiAccess = { call(call: ApiCall): Promise<Omit<ApiReply, 'id'>>; end(): Promise<void> };

const READING = new Set(['GET', 'HEAD']);
const SENT_HEADERS = new Set(['accept', 'content-type', 'if-match', 'if-none-match', 'idempotency-key']);
const RETURNED_HEADERS = new Set(['content-type', 'etag', 'location', 'retry-after']);
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
/** The key outlives the run a little, for its last request. */
const KEY_GRACE_MS = 5_000;

/** A key is created for the first call that needs one, and deleted by `end`. */
export function openApiAccess({ db, apiOrigin, account, scopes, name, timeoutMs }: ApiAccessDeps): ApiAccess {
  const ended = new AbortController();
  let creating: ReturnType<typeof createTemporaryKey> | undefined;

  return {
    async call({ method, path, headers, body }) {
      const url = new URL(`/api/v1${path}`, apiOrigin);
      if (!path.startsWith('/') || url.origin !== apiOrigin || !url.pathname.startsWith('/api/v1/'))
        throw new Error('The path must begin with a slash and is relative to /api/v1.');
      const isReading = READING.has(method);
      if (!scopes.includes(isReading ? 'read' : 'write') && !(isReading && scopes.includes('write')))
        throw new Error(`The scope "${isReading ? 'read' : 'write'}" is missing in \`scopes\`.`);
      const needsKey = !isReading || url.pathname.startsWith('/api/v1/admin/');
      const sent = new Headers(headers.filter(([header]) => SENT_HEADERS.has(header.toLowerCase())));
      if (needsKey) sent.set('authorization', `Bearer ${await getKey()}`);
      const response = await fetch(url, {
        method,
        headers: sent,
        redirect: 'manual',
        signal: ended.signal,
        ...(body !== '' && { body: Buffer.from(body, 'base64') }),
      });
      return {
        status: response.status,
        headers: [...response.headers].filter(([header]) => RETURNED_HEADERS.has(header)),
        body: (await readLimited(response)).toString('base64'),
      };
    },
    async end() {
      ended.abort();
      const key = await creating?.catch(() => undefined);
      if (key !== undefined) await deleteTemporaryKey(db, key.id);
    },
  };

  async function getKey(): Promise<string> {
    if (account === undefined)
      throw new Error('Functions act as no account. The operator must set FUNCTIONS_ACCOUNT to the email address of one.');
    const scope = scopes.includes('write') ? 'write' : 'read';
    creating ??= createTemporaryKey(db, { email: account, name, scope, lifetimeMs: timeoutMs + KEY_GRACE_MS });
    const key = await creating;
    if (key === undefined) throw new Error('There is no active account with the address in FUNCTIONS_ACCOUNT.');
    return key.secret;
  }
}

async function readLimited(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer of the API is larger than 5 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
