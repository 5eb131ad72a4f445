import type { ReceivedEmail } from '#test/smtp.ts';
import { clientOf } from '../accounts.ts';

/** People who come to a site that trusts us as its proxy, each from a network of their own. */

export const PASSWORD = 'marmalade under seven lanterns';

export type Answer = { status: number; body: unknown; cookie: string };

/** Sends JSON as a page of the site would. `n`: which of the people; `cookie`: what their browser has kept; `headers`: further ones. */
export async function send(
  origin: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { n, body, cookie, headers = {} }: { n: number; body?: object; cookie?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
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
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), cookie: cookiesIn(answer.headers) };
}

export function register(origin: string, email: string, n: number): Promise<Answer> {
  return send(origin, 'POST', '/registrations', { n, body: { name: `Reader ${n}`, email, password: PASSWORD } });
}

/** The token of the link in a mail, which is quoted-printable. Throws where there is none. */
export function tokenIn({ raw }: Pick<ReceivedEmail, 'raw'>): string {
  const text = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const token = /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
  if (token === undefined) throw new Error('A mail has no link.');
  return token;
}

/** What the browser sends back of the cookies that it was given. */
function cookiesIn(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
