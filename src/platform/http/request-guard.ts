import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError, badRequest, methodNotAllowed, tooLarge } from '#src/platform/errors.ts';
import { parseTarget } from './canonical.ts';
import type { BodyMemory } from './request-body.ts';

/** Validates requests before the application sees them. */

/** Accepted with the canonical path, alone and with its query; or rejected. */
type Verdict = { path: string; target: string } | { error: AppError };

type RequestGuard = {
  check(request: IncomingMessage, head: Head, isTrusted: boolean): Verdict;
  /** Checks only method, host and body, for addresses that are looked up in a cache of canonical ones. */
  isPlainRead(request: IncomingMessage, head: Head, isTrusted: boolean): boolean;
};

type GuardOptions = {
  publicHost: string | undefined;
  limits: HttpLimits;
  /** Maximum body size of a path, bytes. */
  bodyLimitFor: (path: string) => number;
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ALLOW = [...METHODS].join(', ');
/** Requests of monitoring may use any host name, and are answered even when the server is overloaded. */
export const MONITORING_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

export function createRequestGuard({ publicHost, limits, bodyLimitFor }: GuardOptions): RequestGuard {
  const checkHost = createHostCheck(publicHost);

  return { check, isPlainRead };

  function isPlainRead(request: IncomingMessage, head: Head, isTrusted: boolean): boolean {
    const { method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || head.hosts !== 1 || head.hasBody) return false;
    return checkHost(effectiveHost(request, head.host, isTrusted)) === 'ours';
  }

  function check(request: IncomingMessage, head: Head, isTrusted: boolean): Verdict {
    const reject = (error: AppError): Verdict => ({ error });
    const method = request.method ?? '';
    if (head.hosts > 1) return reject(badRequest('A request must have exactly one Host header.', 'two_hosts'));
    if (!METHODS.has(method)) {
      const known = method === 'TRACE' || method === 'CONNECT';
      return reject(
        known ? methodNotAllowed(ALLOW) : new AppError(501, 'unknown_method', 'Unknown method.', { headers: { Allow: ALLOW } }),
      );
    }
    const target =
      request.url === '*' && method === 'OPTIONS' ? parseTarget('/', 1) : parseTarget(request.url ?? '', limits.maxTargetBytes);
    if (target.kind === 'refused') return reject(new AppError(target.status, target.code, addressMessage(target.status)));
    const isMonitoring = target.kind === 'canonical' && MONITORING_PATHS.has(target.path);
    const hostError = isMonitoring
      ? undefined
      : findHostError(request, head, isTrusted, target.kind === 'canonical' ? target.authority : undefined);
    if (hostError !== undefined) return reject(hostError);
    if (target.kind === 'redirect') return reject(redirect(target.location));
    const bodyError = head.hasBody ? findBodyError(method, target.path, head) : undefined;
    if (bodyError !== undefined) return reject(bodyError);
    return { path: target.path, target: target.path + target.search };
  }

  function findHostError(request: IncomingMessage, head: Head, isTrusted: boolean, authority: string | undefined): AppError | undefined {
    const result = checkHost(authority ?? effectiveHost(request, head.host, isTrusted));
    if (result === 'malformed') return badRequest('The Host header is missing or malformed.', 'bad_host');
    if (result === 'ours') return undefined;
    return new AppError(421, 'unknown_host', 'This host name does not belong to the site. (Set PUBLIC_URL to the site’s address.)');
  }

  function findBodyError(method: string, path: string, head: Head): AppError | undefined {
    if (method === 'GET' || method === 'HEAD') return badRequest('GET and HEAD requests must not have a body.', 'body_not_taken');
    const limit = bodyLimitFor(path);
    return Number(head.contentLength ?? 0) > limit ? tooLarge(limit) : undefined;
  }

  /** The host that the client requested; a trusted proxy may have replaced the Host header. */
  function effectiveHost(request: IncomingMessage, host: string | undefined, isTrusted: boolean): string | undefined {
    if (!isTrusted) return host;
    const forwarded = request.headers['x-forwarded-host'];
    return typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : host;
  }
}

function redirect(location: string): AppError {
  const headers = { Location: location, 'Cache-Control': 'public, max-age=300' };
  return new AppError(308, 'moved', `The canonical URL is ${location}`, { headers });
}

function addressMessage(status: number): string {
  return status === 414 ? 'The URL is too long.' : 'The URL is malformed.';
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const HOME_NETWORK = /^[a-z0-9_-]+$|\.(?:local|localhost|lan|home|internal|home\.arpa|test)$/;
const ALWAYS = new Set(['localhost', '127.0.0.1', '[::1]']);
const CACHE_SIZE = 1_000;

type HostVerdict = 'ours' | 'unknown' | 'malformed';

/**
 * Returns a function that classifies Host headers. With `publicHost` (PUBLIC_URL is set), only that name and localhost are ours, at any
 * port. Without it, IP addresses, names without a dot and names of home networks are ours too, but no public names: that prevents DNS
 * rebinding.
 */
export function createHostCheck(publicHost: string | undefined): (host: string | undefined) => HostVerdict {
  const results = new Map<string, HostVerdict>();
  return (host) => {
    if (host === undefined) return 'malformed';
    const known = results.get(host);
    if (known !== undefined) return known;
    const result = classifyHost(host, publicHost?.toLowerCase());
    if (results.size >= CACHE_SIZE) results.clear();
    if (host.length <= 255) results.set(host, result);
    return result;
  };
}

function classifyHost(host: string, publicHost: string | undefined): HostVerdict {
  if (host.length > 255 || !HOST.test(host) || !URL.canParse(`http://${host}`)) return 'malformed';
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  if (ALWAYS.has(name) || name === publicHost) return 'ours';
  if (publicHost !== undefined) return 'unknown';
  return isIP(name) === 4 || name.startsWith('[') || HOME_NETWORK.test(name) ? 'ours' : 'unknown';
}

/**
 * The request headers that every request is checked by, read in one pass over the raw list: Node's own map costs more and hides duplicates.
 */

export type Head = {
  hosts: number;
  host: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
  cookie: string | undefined;
  contentLength: string | undefined;
  /** Whether a body follows. */
  hasBody: boolean;
};

export function readHead(raw: readonly string[]): Head {
  const head: Head = {
    hosts: 0,
    host: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    ifModifiedSince: undefined,
    cookie: undefined,
    contentLength: undefined,
    hasBody: false,
  };
  for (let at = 0; at + 1 < raw.length; at += 2) readHeader(head, raw[at] as string, raw[at + 1] as string);
  return head;
}

function readHeader(head: Head, name: string, value: string): void {
  switch (name.length) {
    case 4:
      if (name.toLowerCase() === 'host') {
        head.hosts += 1;
        head.host = value;
      }
      break;
    case 6:
      if (name.toLowerCase() === 'cookie') head.cookie = head.cookie === undefined ? value : `${head.cookie}; ${value}`;
      break;
    case 13:
      if (name.toLowerCase() === 'if-none-match') head.ifNoneMatch = join(head.ifNoneMatch, value);
      break;
    case 14:
      if (name.toLowerCase() === 'content-length') {
        head.contentLength = value;
        if (value !== '0') head.hasBody = true;
      }
      break;
    case 15:
      if (name.toLowerCase() === 'accept-encoding') head.acceptEncoding = join(head.acceptEncoding, value);
      break;
    case 17:
      if (name.toLowerCase() === 'if-modified-since') head.ifModifiedSince = value;
      if (name.toLowerCase() === 'transfer-encoding') head.hasBody = true;
      break;
  }
}

function join(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

/** Limits of the server. Tests set shorter times. */

export type HttpLimits = {
  /** Time for the request headers, ms. */
  headersTimeoutMs: number;
  /** Time for a whole request with its body, ms. */
  requestTimeoutMs: number;
  /** How often Node checks these timeouts, ms. */
  checkEveryMs: number;
  /** How long an idle connection stays open, ms. */
  keepAliveTimeoutMs: number;
  /** How long a response may stay unread before the connection is closed, ms. */
  writeTimeoutMs: number;
  /** How long a rejected client may keep sending before the connection is closed, ms. */
  lingerMs: number;
  maxRequestsPerSocket: number;
  maxConnections: number;
  maxHeaderBytes: number;
  /** Maximum length of a URL (path and query), bytes. */
  maxTargetBytes: number;
  /** Default maximum body size, bytes. */
  maxBodyBytes: number;
  /** Memory for bodies of unauthenticated requests, and for the large ones of administrators. */
  smallBodies: BodyMemory;
  largeBodies: BodyMemory;
  /** Concurrent requests in the application before further ones get 503. */
  maxRunning: number;
};
