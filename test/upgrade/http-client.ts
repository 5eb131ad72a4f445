import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** An HTTP client with cookies, independent of the code of the site. */

type Request = { body?: unknown; file?: Uint8Array | string; type?: string; match?: string | number; key?: string };
// biome-ignore lint/suspicious/noExplicitAny: responses differ between releases
export type Json = any;
export type ClientResponse = { status: number; headers: Headers; text: string; body: Json };

export class HttpClient {
  readonly origin: string;
  #cookies: Map<string, string>;

  /** `cookie`: the Cookie header of an earlier session. */
  constructor(origin: string, cookie = '') {
    this.origin = origin;
    this.#cookies = new Map(
      cookie
        .split('; ')
        .filter(Boolean)
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    );
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request as a page of the site would, or with an API key. Does not follow redirects. */
  async send(
    method: string,
    address: string,
    { body, file, type = 'application/octet-stream', match, key }: Request = {},
  ): Promise<ClientResponse> {
    const headers: Record<string, string> = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
    if (key === undefined) headers.cookie = this.cookie;
    else headers.authorization = `Bearer ${key}`;
    if (method !== 'GET') headers.origin = this.origin;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (file !== undefined) headers['content-type'] = type;
    if (match !== undefined) headers['if-match'] = `"${match}"`;
    const sent = body === undefined ? file : JSON.stringify(body);
    const response = await fetch(this.origin + address, {
      ...{ method, headers, redirect: 'manual' },
      ...(sent !== undefined && { body: sent as BodyInit }),
    });
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';', 1);
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  /** Calls the API and returns the body. `address` starts after /api/v1. @throws Error for a status of 400 or above. */
  async call(method: string, address: string, request: Request = {}): Promise<Json> {
    const response = await this.send(method, `/api/v1${address}`, request);
    if (response.status >= 400) throw new Error(`${method} ${address}: ${response.status} ${response.text}`);
    return response.body;
  }

  /** Logs in with a password. Returns the response, which may require a second factor. */
  logIn({ email, password }: { email: string; password: string }): Promise<ClientResponse> {
    return this.send('POST', '/api/v1/session', { body: { email, password } });
  }
}

/** Waits until `find` returns something. */
export async function waitFor<Found>(what: string, find: () => Promise<Found | undefined>, limitMs = 30_000): Promise<Found> {
  const until = Date.now() + limitMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`Timed out waiting for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits for an email in the outbox of `dataDir`. Returns the parameters of the link to `page` in the newest email to an address. */
export async function linkInEmail(dataDir: string, to: string, page: string): Promise<Record<string, string>> {
  const folder = path.join(dataDir, 'outbox');
  return waitFor(`an email to ${to} with a link to ${page}`, async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
    for (const name of names.toReversed()) {
      const email = await readFile(path.join(folder, name), 'utf8');
      if (!new RegExp(`^To: <?${to}>?\\r?$`, 'm').test(email)) continue;
      // Quoted-printable (RFC 2045, 6.7).
      const text = email
        .slice(email.search(/\r?\n\r?\n/))
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      const link = new RegExp(`https?://[^\\s"<>]+${page}\\?[^\\s"<>]+`).exec(text)?.[0];
      if (link !== undefined) return Object.fromEntries(new URL(link.replaceAll('&amp;', '&')).searchParams);
    }
    return undefined;
  });
}
