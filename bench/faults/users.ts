import type { ReceivedEmail } from '#test/smtp.ts';
import { clientOf } from '../accounts.ts';

/** Users of a site that trusts this machine as a proxy, each from its own network. */

export const PASSWORD = 'marmalade under seven lanterns';

export type Answer = { status: number; body: unknown; cookie: string };

/** Sends JSON as a page of the site would. `n`: number of the user, which determines the network. */
export async function send(
  origin: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { n, body, cookie, headers = {} }: { n: number; body?: object; cookie?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      origin,
      'content-type': 'application/json',
      'x-forwarded-for': clientOf(n),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), cookie: cookiesIn(response.headers) };
}

export function register(origin: string, email: string, n: number): Promise<Answer> {
  return send(origin, 'POST', '/registrations', { n, body: { name: `Reader ${n}`, email, password: PASSWORD } });
}

/** Returns the token of the link in an email (quoted-printable). @throws Error if there is none. */
export function tokenIn({ raw }: Pick<ReceivedEmail, 'raw'>): string {
  const text = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const token = /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
  if (token === undefined) throw new Error('An email has no link.');
  return token;
}

/** Returns the Cookie header for the received cookies. */
function cookiesIn(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
