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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Asks the API of the site, as the person signed in. Resolves to the answer's JSON, or to undefined where there is none.
 * Throws Refused for everything else, also when we cannot be reached. Nothing is tried again. `more` are further headers.
 */
export async function send<Answer = void>(
  method: Method,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json', ...more };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(urls.api(path), { method, headers, body: body === undefined ? null : JSON.stringify(body) }).catch(() => {
    throw new Refused(0, 'unreachable', UNREACHABLE);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  const { code = '', detail, errors } = (answer ?? {}) as { code?: string; detail?: string; errors?: Record<string, string[]> };
  throw new Refused(response.status, code, detail ?? 'An unknown error occurred', errors);
}
