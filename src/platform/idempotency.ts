import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { readBytes } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { AppError, badRequest } from './errors.ts';
import type { Log } from './log.ts';

/** Idempotency keys: a request that is repeated, after a lost connection or a double click, is processed once. */

type IdempotencyDeps = {
  db: Db;
  /** The site's secret. Bodies may contain passwords, so a plain hash would be unsafe to store. */
  secret: string;
  log: Pick<Log, 'warn'>;
  /**
   * Identifies the sender: the user, the user's API key, or the network. Keys of one sender are unknown to others. Null: responses are not
   * stored, and the key is ignored. Throws when the sender is not authorised; called before the body is read.
   */
  identify: (c: Context<AppEnv>) => Promise<Sender | null>;
  /** Whether responses of a path contain secrets, such as recovery codes: they are not stored, and never replayed. */
  holdsSecret: (path: string) => boolean;
  /** Whether the bodies of a path are too large to be read in advance: only their lengths are compared. */
  isStreamed?: (path: string) => boolean;
  /** How long a repeated request waits for the response of the first one, ms. Default 3,000. */
  waitMs?: number;
};

type Sender = { personId: string; keyId?: string } | { network: string };

const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const KEY = /^[!-~]{1,64}$/;
const STORED_HEADERS = ['content-type', 'location', 'etag', 'cache-control'];
/** A tale of 2 MB as JSON. */
const MAX_STORED_BYTES = 4_500_000;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 400;

/**
 * Middleware for routes that change something. With an `Idempotency-Key` of 1 to 64 visible ASCII characters, the response is stored for 24
 * hours and replayed, with `Idempotency-Replayed: true`, to the same sender. Responses from 400 on are not stored: nothing has changed, and
 * the request can be corrected under the same key. Responses with cookies or secrets, or over 4.5 MB, are not replayed.
 * @throws AppError 400 `bad_idempotency_key`; 422 `key_reused` for another request with the key; 409 `key_in_use` while the first request
 * is processed; 409 `key_used` when its response cannot be replayed; 401 `signed_out` when the account was deleted in the meantime
 */
export function idempotency({ db, secret, log, identify, holdsSecret, isStreamed, waitMs = 3_000 }: IdempotencyDeps) {
  return async (c: Context<AppEnv>, next: () => Promise<void>): Promise<Response | undefined> => {
    const given = c.req.header('idempotency-key');
    const isKeyed = given !== undefined && UNSAFE_METHODS.has(c.req.method);
    if (isKeyed && !KEY.test(given)) throw badRequest('Idempotency-Key must be 1 to 64 visible ASCII characters.', 'bad_idempotency_key');
    const sender = isKeyed ? await identify(c) : null;
    if (!isKeyed || sender === null) {
      await next();
      return undefined;
    }
    const request = await describeRequest(c, sender, given);
    const outcome = await claim(request);
    if (typeof outcome !== 'string') return replay(outcome);
    await respond(c, next, { key: request.key, token: outcome });
    return undefined;
  };

  async function describeRequest(c: Context<AppEnv>, sender: Sender, given: string): Promise<KeyedRequest> {
    const { pathname, search } = new URL(c.req.url);
    const body = isStreamed?.(c.req.path) ? (c.req.header('content-length') ?? '') : await readBytes(c);
    return {
      key: macOf(secret, JSON.stringify([sender, c.req.method, pathname, given])),
      request: macOf(secret, `${search}\n`, body),
      userId: 'personId' in sender ? sender.personId : null,
    };
  }

  /** Returns the stored response, or the token of a new attempt when this request should be processed. */
  async function claim(request: KeyedRequest): Promise<StoredResponse | string> {
    const until = performance.now() + waitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const found = await beginAttempt(db, request);
      if (found.state === 'mine') return found.token;
      if (found.state === 'answered') return found.response;
      if (found.state === 'another request')
        throw new AppError(422, 'key_reused', 'This Idempotency-Key was used with another request. Use a new one.');
      if (found.state === 'person gone') throw new AppError(401, 'signed_out', 'Please log in again');
      if (found.state === 'used')
        throw new AppError(409, 'key_used', 'This request was already processed. Its response cannot be repeated.');
      if (performance.now() >= until)
        throw new AppError(409, 'key_in_use', 'The same request is being processed.', { headers: { 'Retry-After': '1' } });
      await wait(pauseMs);
    }
  }

  async function respond(c: Context<AppEnv>, next: () => Promise<void>, mine: { key: string; token: string }): Promise<void> {
    try {
      await next();
    } catch (error) {
      await afterResponse(() => releaseAttempt(db, mine));
      throw error;
    }
    const { res } = c;
    await afterResponse(async () => {
      if (res.status >= 400) await releaseAttempt(db, mine);
      else {
        const content = holdsSecret(c.req.path) ? undefined : await contentOf(res);
        await storeResponse(db, { ...mine, status: res.status, content });
      }
    });
  }

  /** The request has succeeded: a failure to store the response must not look like a failure of the request. */
  async function afterResponse(note: () => Promise<void>): Promise<void> {
    try {
      await note();
    } catch (error) {
      log.warn({ event: 'answer_not_kept', err: error }, 'Could not store the response to a request with an Idempotency-Key');
    }
  }
}

/** Returns what is stored of a response; undefined when it may not be replayed, or is too large. */
async function contentOf(response: Response): Promise<Omit<StoredResponse, 'status'> | undefined> {
  if (response.headers.has('set-cookie')) return undefined;
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  const body = bytes.toString('utf8');
  if (bytes.length > MAX_STORED_BYTES || body.includes('\0') || !Buffer.from(body).equals(bytes)) return undefined;
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { headers: Object.fromEntries(headers), body };
}

function replay({ status, headers, body }: StoredResponse): Response {
  return new Response(body === '' ? null : body, { status, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
}

function macOf(secret: string, ...parts: (string | Buffer)[]): string {
  const hash = createHmac('sha256', secret);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

type StoredResponse = { status: number; headers: Readonly<Record<string, string>>; body: string };

/**
 * Both as HMAC-SHA-256 in hexadecimal. `key`: sender, method, path and key. `request`: query and body. `userId`: null when not logged in.
 */
type KeyedRequest = { key: string; request: string; userId: string | null };

/**
 * `mine`: process the request; `token` identifies this attempt. `at work`: another process is processing it. `another request`: the
 * key was used with other contents. `used`: processed, without a response to replay. `person gone`: the account was deleted in the meantime.
 */
type Attempt =
  | { state: 'mine'; token: string }
  | { state: 'at work' | 'another request' | 'used' | 'person gone' }
  | { state: 'answered'; response: StoredResponse };

/** Longer than any request takes; afterwards its process must have died. */
const ATTEMPT_SECONDS = 120;
const STORED_SECONDS = 24 * 60 * 60;

const FOREIGN_KEY_VIOLATION = '23503';

/** Claims a request, or returns its state. Of concurrent callers exactly one succeeds. */
async function beginAttempt(db: Db, { key, request, userId }: KeyedRequest): Promise<Attempt> {
  const taken = await sql<{ token: string }>`
    insert into idempotency_keys as existing (key, request, user_id, attempt_token, expires_at)
      values (${key}, ${request}, ${userId}, gen_random_uuid(), clock_timestamp() + ${ATTEMPT_SECONDS} * interval '1 second')
    on conflict (key) do update set request = excluded.request, attempt_token = excluded.attempt_token, status = null, headers = null, body = null,
      expires_at = excluded.expires_at
      where existing.expires_at <= clock_timestamp()
    returning attempt_token as token`
    .execute(db)
    .catch((error: { code?: unknown }) => {
      if (error.code === FOREIGN_KEY_VIOLATION) return undefined;
      throw error;
    });
  if (taken === undefined) return { state: 'person gone' };
  const [mine] = taken.rows;
  if (mine !== undefined) return { state: 'mine', token: mine.token };
  const row = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
  // Released between the two statements: the next attempt succeeds.
  if (row === undefined) return { state: 'at work' };
  if (row.request !== request) return { state: 'another request' };
  if (row.status === null) return { state: 'at work' };
  if (row.headers === null || row.body === null) return { state: 'used' };
  return { state: 'answered', response: { status: row.status, headers: row.headers as Record<string, string>, body: row.body } };
}

/** Stores the response for 24 hours; with `content` undefined, only its status. Does nothing when the claim has expired. */
async function storeResponse(
  db: Db,
  { key, token, status, content }: { key: string; token: string; status: number; content: Omit<StoredResponse, 'status'> | undefined },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({
      status,
      headers: content === undefined ? null : JSON.stringify(content.headers),
      body: content?.body ?? null,
      expires_at: sql<Date>`clock_timestamp() + ${STORED_SECONDS} * interval '1 second'`,
    })
    .where('key', '=', key)
    .where('attempt_token', '=', token)
    .execute();
}

/** Releases a claim after a failure, so that the request can be repeated at once. */
async function releaseAttempt(db: Db, { key, token }: { key: string; token: string }): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('key', '=', key).where('attempt_token', '=', token).execute();
}

/** Deletes expired responses, for a job. Returns their number. */
export async function removeExpiredResponses(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
