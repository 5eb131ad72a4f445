import { isTimeout, TIMEOUT_MS, timedFetch, WRITE_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';

/** A failed API request. `status` is 0 when there was no response. `fields` has error messages by form field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  constructor(status: number, code: string, message: string, fields: Record<string, string[]> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export const UNREACHABLE = 'Could not reach the server. Check your connection and try again.';

export const TIMED_OUT = 'The server took too long to respond. Please try again.';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Calls the site's API with the session of the current user. Resolves to the JSON of the response, or undefined without one.
 * Never retries. `moreHeaders` are sent in addition to the defaults.
 * @throws ApiError for every other response, and with status 0 on timeouts and network errors
 */
export async function apiRequest<Answer = void>(
  method: Method,
  path: string,
  body?: unknown,
  moreHeaders: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json', ...moreHeaders };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const timeoutMs = method === 'GET' ? TIMEOUT_MS : WRITE_TIMEOUT_MS;
  const init = { method, headers, timeoutMs, body: body === undefined ? null : JSON.stringify(body) };
  const response = await timedFetch(urls.api(path), init).catch(throwNoResponse);
  const answer = parse(await response.text().catch(throwNoResponse));
  if (response.ok) return answer as Answer;
  const { code = '', detail, errors } = (answer ?? {}) as { code?: string; detail?: string; errors?: Record<string, string[]> };
  if (code === 'not_allowed' || code === 'signed_out') accessDenied();
  throw new ApiError(response.status, code, detail ?? 'An unknown error occurred', errors);
}

/**
 * Converts a fetch error.
 * @throws ApiError with status 0 and code `timeout` or `unreachable`
 */
export function throwNoResponse(error: unknown): never {
  throw isTimeout(error) ? new ApiError(0, 'timeout', TIMED_OUT) : new ApiError(0, 'unreachable', UNREACHABLE);
}

/** A `retry` option for queries: retries network and server errors up to `times`, but not 4xx responses or timeouts. */
export function retryUpTo(times: number): (failures: number, error: Error) => boolean {
  return (failures, error) => {
    const isFinal = error instanceof ApiError && (error.code === 'timeout' || (error.status >= 400 && error.status < 500));
    return failures < times && !isFinal;
  };
}

/** Sets the listener that is called when the session or the role turns out to be gone. */
export function onAccessDenied(listener: () => void): void {
  accessDenied = listener;
}

let accessDenied = () => {};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
