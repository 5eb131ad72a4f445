/** One line for each request. Made by hand, since it is on the path of every cached page. */
import type { Log } from '#src/platform/log.ts';
import { streamOf } from '#src/platform/log.ts';
import type { CacheUse } from './exchange.ts';

type RequestLine = {
  id: string;
  method: string;
  target: string;
  status: number;
  /** Bytes of the answer's body; where no length was announced, of the whole answer on the wire. */
  bytes: number;
  ms: number;
  cache: CacheUse;
  /** Why the server itself refused or cut the request. */
  code?: string | undefined;
};

export type LogRequest = (line: RequestLine) => void;

const REMEMBERED = 1_000;
/** The last part of the address is the secret itself. */
const SECRET_PATH = /(\/preview\/)[^/?]+/i;
/** Parameters whose values say nothing of a person. Whatever else comes in a query is not logged. */
const SHOWN = new Set(
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
/** Where users, messages and subscribers are looked for: what is searched, and the places in their lists, name them. */
const MANAGED = /^\/(?:api\/v1\/admin|manage-|admin)/;
const PERSONAL_WHEN_MANAGED = new Set(['q', 'after']);
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

/** What a line says between the id and the time taken. For one cached page it is the same again and again: made once. */
function createDescriptions(): (line: RequestLine) => string {
  const known = new Map<string, { of: RequestLine; text: string }>();
  return (line) => {
    const held = known.get(line.target);
    if (held !== undefined && isSame(held.of, line)) return held.text;
    const text = describe(line);
    if (known.size >= REMEMBERED) known.clear();
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

/** The address without what may be secret or personal in it, and not longer than the log can bear. */
export function hideSecrets(target: string): string {
  const cut = target.length > 1_000 ? `${target.slice(0, 1_000)}…` : target;
  const [whole = '', ...queries] = cut.split('?');
  const path = whole.replace(SECRET_PATH, `$1${HIDDEN}`).replace(/[^/]*(?:@|%40)[^/]*/g, HIDDEN);
  if (queries.length === 0) return path;
  return `${path}?${queries.join('?').replace(/[^&;]+/g, (part) => hideValue(part, MANAGED.test(path)))}`;
}

function hideValue(part: string, isManaged: boolean): string {
  const [name = '', value] = part.split(/=(.*)/s, 2);
  const isShown = SHOWN.has(name) && !(isManaged && PERSONAL_WHEN_MANAGED.has(name)) && !ADDRESS_SIGN.test(part);
  if (isShown) return part;
  if (!/^[a-z_-]{1,40}$/i.test(name) || value === undefined) return HIDDEN;
  return `${name}=${HIDDEN}`;
}
