/** A request that is sent again, because the connection was cut or a button was pressed twice, happens once. */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { AppError, badRequest } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { readBytes } from '#src/platform/http/read-body.ts';
import type { Log } from '#src/platform/log.ts';
import { giveTurnBack, type KeptAnswer, type KeyedRequest, keepAnswer, takeTurn } from './kept-answers.ts';

type IdempotencyDeps = {
  db: Db;
  /** Of the site: bodies may hold passwords, and of those a plain hash would be too much to keep. */
  secret: string;
  log: Pick<Log, 'warn'>;
  /**
   * Who asks: the id of the person signed in, that of a program's key with its person, else the network. Keys of one are unknown to the other.
   * Null for requests whose answers are not stored: they are answered as if they came without a key. Throws for who may not ask at all: it is
   * called before the body is read.
   */
  identify: (c: Context<AppEnv>) => Promise<Asker | null>;
  /** True for paths whose answers hold a secret, such as recovery codes: they are not written down, and so never given twice. */
  holdsSecret: (path: string) => boolean;
  /** Paths whose bodies are too large to be read before they are answered: of two with one key only the lengths are compared. */
  isStreamed?: (path: string) => boolean;
  /** Milliseconds that a second request waits for the first one's answer. Default 3,000. */
  waitMs?: number;
};

type Asker = { personId: string; keyId?: string } | { network: string };

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const KEY = /^[!-~]{1,64}$/;
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'cache-control'];
/** A tale of 2 MB as JSON. */
const MOST_BYTES = 4_500_000;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 400;

/**
 * Middleware for routes that change something. With an `Idempotency-Key` of 1 to 64 visible characters the answer is kept for 24
 * hours, and given again, marked `Idempotency-Replayed: true`, to the same one who sends the same again. Answers from 400 on are not
 * kept: nothing has changed, and what was wrong can be mended under the same key. Those with cookies or secrets, or over 4.5 MB, are not
 * given twice.
 *
 * Throws 400 `bad_idempotency_key`, 422 `key_reused` (the key came with another body), 409 `key_in_use` (the first one is still at
 * work) and 409 `key_used` (done, but its answer cannot be given again), 401 `signed_out` when the account is gone since it was asked for.
 */
export function idempotency({ db, secret, log, identify, holdsSecret, isStreamed, waitMs = 3_000 }: IdempotencyDeps) {
  return async (c: Context<AppEnv>, next: () => Promise<void>): Promise<Response | undefined> => {
    const given = c.req.header('idempotency-key');
    const isKeyed = given !== undefined && CHANGING.has(c.req.method);
    if (isKeyed && !KEY.test(given)) throw badRequest('An Idempotency-Key has 1 to 64 visible characters of ASCII.', 'bad_idempotency_key');
    const asker = isKeyed ? await identify(c) : null;
    if (!isKeyed || asker === null) {
      await next();
      return undefined;
    }
    const asked = await keyed(c, asker, given);
    const outcome = await settle(asked);
    if (typeof outcome !== 'string') return replay(outcome);
    await answer(c, next, { key: asked.key, turn: outcome });
    return undefined;
  };

  async function keyed(c: Context<AppEnv>, asker: Asker, given: string): Promise<KeyedRequest> {
    const { pathname, search } = new URL(c.req.url);
    const body = isStreamed?.(c.req.path) ? (c.req.header('content-length') ?? '') : await readBytes(c);
    return {
      key: macOf(secret, JSON.stringify([asker, c.req.method, pathname, given])),
      request: macOf(secret, `${search}\n`, body),
      personId: 'personId' in asker ? asker.personId : null,
    };
  }

  /** The kept answer; or, when it is for us to answer, our turn. */
  async function settle(asked: KeyedRequest): Promise<KeptAnswer | string> {
    const until = performance.now() + waitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const found = await takeTurn(db, asked);
      if (found.state === 'mine') return found.turn;
      if (found.state === 'answered') return found.answer;
      if (found.state === 'another request')
        throw new AppError(422, 'key_reused', 'This Idempotency-Key has been used with another request. Please take a new one.');
      if (found.state === 'person gone') throw new AppError(401, 'signed_out', 'Please log in again');
      if (found.state === 'used')
        throw new AppError(409, 'key_used', 'This has been done already, and its answer cannot be given a second time.');
      if (performance.now() >= until)
        throw new AppError(409, 'key_in_use', 'The same request is being answered just now.', { headers: { 'Retry-After': '1' } });
      await wait(pauseMs);
    }
  }

  async function answer(c: Context<AppEnv>, next: () => Promise<void>, mine: { key: string; turn: string }): Promise<void> {
    try {
      await next();
    } catch (error) {
      await afterwards(() => giveTurnBack(db, mine));
      throw error;
    }
    const { res } = c;
    await afterwards(async () => {
      if (res.status >= 400) await giveTurnBack(db, mine);
      else {
        const content = holdsSecret(c.req.path) ? undefined : await contentOf(res);
        await keepAnswer(db, { ...mine, status: res.status, content });
      }
    });
  }

  /** What was done is done: that it could not be noted must not look like a failure of it. */
  async function afterwards(note: () => Promise<void>): Promise<void> {
    try {
      await note();
    } catch (error) {
      log.warn({ event: 'answer_not_kept', err: error }, 'The answer to a request with an Idempotency-Key could not be kept');
    }
  }
}

/** Undefined for what may not be given twice, or is too large to keep. */
async function contentOf(answer: Response): Promise<Omit<KeptAnswer, 'status'> | undefined> {
  if (answer.headers.has('set-cookie')) return undefined;
  const bytes = Buffer.from(await answer.clone().arrayBuffer());
  const body = bytes.toString('utf8');
  if (bytes.length > MOST_BYTES || body.includes('\0') || !Buffer.from(body).equals(bytes)) return undefined;
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { headers: Object.fromEntries(headers), body };
}

function replay({ status, headers, body }: KeptAnswer): Response {
  return new Response(body === '' ? null : body, { status, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
}

function macOf(secret: string, ...parts: (string | Buffer)[]): string {
  const hash = createHmac('sha256', secret);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
