/** The access log: one line per request. Formatted without pino, because it is on the path of every cached page. */

import pino from 'pino';
import type { Log } from '../log.ts';
import type { CacheUse } from './request-context.ts';

type RequestLine = {
  id: string;
  method: string;
  target: string;
  status: number;
  /** Bytes of the response body; of the whole response where it has no Content-Length. */
  bytes: number;
  ms: number;
  cache: CacheUse;
  /** For metrics, not logged: the pattern of the route, or which source answered without the router. */
  route?: string | undefined;
  /** Why the server rejected or aborted the request. */
  code?: string | undefined;
};

export type LogRequest = (line: RequestLine) => void;

const CACHE_SIZE = 1_000;
/** The last path segment is a secret. */
const SECRET_PATH = /(\/preview\/)[^/?]+/i;
/** Parameters whose values are not personal. All others are hidden. */
const LOGGED_PARAMETERS = new Set(
  ['after', 'age', 'author', 'category', 'choice', 'format', 'how', 'language', 'minutes', 'mode', 'origin', 'pace'].concat([
    'page',
    'q',
    'size',
    'sort',
    'state',
    'status',
    'version',
    'view',
    'what',
  ]),
);
/** Lists of users, messages and subscribers: search texts and cursors identify people. */
const ADMIN_PATH = /^\/(?:api\/v1\/admin|manage-|admin)/;
const HIDDEN_FOR_ADMIN = new Set(['q', 'after']);
const ADDRESS_SIGN = /@|%40/;
const HIDDEN = '[hidden]';

export function createRequestLog(log: Log): LogRequest {
  if (!log.isLevelEnabled('info')) return () => {};
  const stream = streamOf(log);
  const describe = createDescriptions();
  let stamped = 0;
  let prefix = '';
  return (line) => {
    const now = Date.now();
    if (now !== stamped) {
      stamped = now;
      prefix = `{"level":"info","time":"${new Date(now).toISOString()}","event":"request","id":"`;
    }
    stream.write(`${prefix}${line.id}${describe(line)}${Math.round(line.ms * 100) / 100}}\n`);
  };
}

/** Returns a function that formats the line between id and duration. Cached, because it repeats for cached pages. */
function createDescriptions(): (line: RequestLine) => string {
  const known = new Map<string, { of: RequestLine; text: string }>();
  return (line) => {
    const held = known.get(line.target);
    if (held !== undefined && isSame(held.of, line)) return held.text;
    const text = describe(line);
    if (known.size >= CACHE_SIZE) known.clear();
    if (line.target.length <= 200) known.set(line.target, { of: line, text });
    return text;
  };
}

function isSame(a: RequestLine, b: RequestLine): boolean {
  return a.status === b.status && a.bytes === b.bytes && a.cache === b.cache && a.method === b.method && a.code === b.code;
}

function describe({ method, target, status, bytes, cache, code }: RequestLine): string {
  const reason = code === undefined ? '' : `,"code":${JSON.stringify(code)}`;
  const path = JSON.stringify(hideSecrets(target));
  return `","method":"${method}","path":${path},"status":${status},"bytes":${bytes},"cache":"${cache}"${reason},"ms":`;
}

/** Returns the request target without secrets and personal data, shortened to 1,000 characters. */
export function hideSecrets(target: string): string {
  const cut = target.length > 1_000 ? `${target.slice(0, 1_000)}…` : target;
  const [whole = '', ...queries] = cut.split('?');
  const path = whole.replace(SECRET_PATH, `$1${HIDDEN}`).replace(/[^/]*(?:@|%40)[^/]*/g, HIDDEN);
  if (queries.length === 0) return path;
  return `${path}?${queries.join('?').replace(/[^&;]+/g, (part) => hideValue(part, ADMIN_PATH.test(path)))}`;
}

function hideValue(part: string, isAdmin: boolean): string {
  const [name = '', value] = part.split(/=(.*)/s, 2);
  const isShown = LOGGED_PARAMETERS.has(name) && !(isAdmin && HIDDEN_FOR_ADMIN.has(name)) && !ADDRESS_SIGN.test(part);
  if (isShown) return part;
  if (!/^[a-z_-]{1,40}$/i.test(name) || value === undefined) return HIDDEN;
  return `${name}=${HIDDEN}`;
}

/** Returns the output stream of a log, for callers that format lines themselves. */
function streamOf(log: Log): pino.DestinationStream {
  return (log as unknown as Record<symbol, pino.DestinationStream>)[pino.symbols.streamSym] as pino.DestinationStream;
}
