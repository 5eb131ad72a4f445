/** What every request must pass before the application sees it. */
import type { IncomingMessage } from 'node:http';
import { AppError, badRequest, methodNotAllowed, tooLarge } from '#src/platform/errors.ts';
import { parseTarget } from './canonical.ts';
import { createHostCheck } from './known-hosts.ts';
import type { HttpLimits } from './limits.ts';
import type { Head } from './read-head.ts';

/** Passed: the canonical address, path alone and with its query. */
type Verdict = { path: string; target: string } | { error: AppError };

export type Gate = {
  judge(request: IncomingMessage, head: Head, isTrusted: boolean): Verdict;
  /** The same for a request whose address was judged before: method, host and body only. */
  isPlainRead(request: IncomingMessage, head: Head, isTrusted: boolean): boolean;
};

type GateOptions = {
  publicHost: string | undefined;
  limits: HttpLimits;
  /** Most bytes of a body for a path. */
  bodyLimitFor: (path: string) => number;
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ALLOW = [...METHODS].join(', ');
/** Asked by supervisors under whatever name they know the process by. */
const HEALTH_PATHS = new Set(['/healthz', '/readyz']);

export function createGate({ publicHost, limits, bodyLimitFor }: GateOptions): Gate {
  const checkHost = createHostCheck(publicHost);

  return { judge, isPlainRead };

  function isPlainRead(request: IncomingMessage, head: Head, isTrusted: boolean): boolean {
    const { method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || head.hosts !== 1 || head.hasBody) return false;
    return checkHost(effectiveHost(request, head.host, isTrusted)) === 'ours';
  }

  function judge(request: IncomingMessage, head: Head, isTrusted: boolean): Verdict {
    const refused = (error: AppError): Verdict => ({ error });
    const method = request.method ?? '';
    if (head.hosts > 1) return refused(badRequest('A request has one Host.', 'two_hosts'));
    if (!METHODS.has(method)) {
      const known = method === 'TRACE' || method === 'CONNECT';
      return refused(
        known ? methodNotAllowed(ALLOW) : new AppError(501, 'unknown_method', 'We do not know that method.', { headers: { Allow: ALLOW } }),
      );
    }
    const target =
      request.url === '*' && method === 'OPTIONS' ? parseTarget('/', 1) : parseTarget(request.url ?? '', limits.maxTargetBytes);
    if (target.kind === 'refused') return refused(new AppError(target.status, target.code, addressMessage(target.status)));
    const isHealth = target.kind === 'canonical' && HEALTH_PATHS.has(target.path);
    const hostError = isHealth
      ? undefined
      : judgeHost(request, head, isTrusted, target.kind === 'canonical' ? target.authority : undefined);
    if (hostError !== undefined) return refused(hostError);
    if (target.kind === 'redirect') return refused(redirect(target.location));
    const bodyError = head.hasBody ? judgeBody(method, target.path, head) : undefined;
    if (bodyError !== undefined) return refused(bodyError);
    return { path: target.path, target: target.path + target.search };
  }

  function judgeHost(request: IncomingMessage, head: Head, isTrusted: boolean, authority: string | undefined): AppError | undefined {
    const verdict = checkHost(authority ?? effectiveHost(request, head.host, isTrusted));
    if (verdict === 'malformed') return badRequest('The Host of this request is missing or has no meaning.', 'bad_host');
    if (verdict === 'ours') return undefined;
    return new AppError(421, 'unknown_host', 'This site does not answer under that name. (Its name is set with PUBLIC_URL.)');
  }

  function judgeBody(method: string, path: string, head: Head): AppError | undefined {
    if (method === 'GET' || method === 'HEAD') return badRequest('A reading request has no body.', 'body_not_taken');
    const limit = bodyLimitFor(path);
    return Number(head.contentLength ?? 0) > limit ? tooLarge(limit) : undefined;
  }

  /** The name that the reader asked for: a trusted proxy may have put its own into Host. */
  function effectiveHost(request: IncomingMessage, host: string | undefined, isTrusted: boolean): string | undefined {
    if (!isTrusted) return host;
    const forwarded = request.headers['x-forwarded-host'];
    return typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : host;
  }
}

function redirect(location: string): AppError {
  const headers = { Location: location, 'Cache-Control': 'public, max-age=300' };
  return new AppError(308, 'moved', `This address is written ${location}`, { headers });
}

function addressMessage(status: number): string {
  return status === 414 ? 'This address is too long.' : 'This address has no meaning.';
}
