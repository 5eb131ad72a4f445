import { isTimeout, TIMEOUT_MS, timedFetch, WRITE_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';

/** Why something was not done. `status` 0: we were not reached. `fields`: sentences by field of the form. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  constructor(status: number, code: string, message: string, fields: Record<string, string[]> = {}) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export const UNREACHABLE = 'We cannot be reached just now. Please look at your connection and try again.';

export const TIMED_OUT = 'The site took too long to answer. Please try again.';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Asks the API of the site, as the person signed in. Resolves to the answer's JSON, or to undefined where there is none.
 * Throws Refused for everything else, also when no answer comes in time. Nothing is tried again. `more` are further headers.
 */
export async function send<Answer = void>(
  method: Method,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json', ...more };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const timeoutMs = method === 'GET' ? TIMEOUT_MS : WRITE_TIMEOUT_MS;
  const init = { method, headers, timeoutMs, body: body === undefined ? null : JSON.stringify(body) };
  const response = await timedFetch(urls.api(path), init).catch(refuseUnanswered);
  const answer = parse(await response.text().catch(refuseUnanswered));
  if (response.ok) return answer as Answer;
  const { code = '', detail, errors } = (answer ?? {}) as { code?: string; detail?: string; errors?: Record<string, string[]> };
  // Who is signed out while writing stays at the form, and is told there.
  if (code === 'not_allowed' || (code === 'signed_out' && method === 'GET')) denied();
  throw new Refused(response.status, code, detail ?? 'An unknown error occurred', errors);
}

/** For a request that got no answer, or a part of one: throws Refused with status 0, code `timeout` or `unreachable`. */
export function refuseUnanswered(error: unknown): never {
  throw isTimeout(error) ? new Refused(0, 'timeout', TIMED_OUT) : new Refused(0, 'unreachable', UNREACHABLE);
}

/** For the `retry` of a query: so many times, but not after a refusal, nor when somebody has waited for an answer already. */
export function retryUpTo(times: number): (failures: number, error: Error) => boolean {
  return (failures, error) => {
    const isFinal = error instanceof Refused && (error.code === 'timeout' || (error.status >= 400 && error.status < 500));
    return failures < times && !isFinal;
  };
}

/** Sets what is called when the session or the role turns out to be gone. */
export function onDenied(listener: () => void): void {
  denied = listener;
}

let denied = () => {};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
