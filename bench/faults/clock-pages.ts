import type { Site } from './clock-users.ts';
import { send } from './users.ts';

const PAGES = [
  '/',
  '/tale/rapunzel',
  '/tales',
  '/tales?q=king',
  '/authors',
  '/collections',
  '/login',
  '/register',
  '/sitemap.xml',
  '/api/v1/tales',
];

/** Returns the contents of pages and API responses by path, without render times, and the account of the cookie. */
export async function readPages({ origin }: Site, cookie: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const page of PAGES) {
    const response = await fetch(origin + page);
    pages.set(page, `${response.status} ${normalize(await response.text(), origin)}`);
  }
  const { status, body } = await send(origin, 'GET', '/account', { n: 0, cookie });
  pages.set('/api/v1/account', `${status} ${JSON.stringify(body)}`);
  return pages;
}

/** Returns the paths that differ or did not return 200. */
export function differences(pages: Map<string, string>, others: Map<string, string>): string[] {
  return [...pages].filter(([page, text]) => !text.startsWith('200 ') || others.get(page) !== text).map(([page]) => page);
}

function normalize(text: string, origin: string): string {
  return text.replaceAll(origin, '').replace(/("now":\s*")[^"]*"/g, '$1"');
}
