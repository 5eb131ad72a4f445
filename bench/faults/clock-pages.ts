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

/** What pages and calls say, without the moment at which they were drawn, by their addresses; with a cookie also what is one's own. */
export async function readPages({ origin }: Site, cookie: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const page of PAGES) {
    const answer = await fetch(origin + page);
    pages.set(page, `${answer.status} ${neutral(await answer.text(), origin)}`);
  }
  const { status, body } = await send(origin, 'GET', '/account', { n: 0, cookie });
  pages.set('/api/v1/account', `${status} ${JSON.stringify(body)}`);
  return pages;
}

/** Addresses that differ, or were not answered with 200. */
export function differences(pages: Map<string, string>, others: Map<string, string>): string[] {
  return [...pages].filter(([page, text]) => !text.startsWith('200 ') || others.get(page) !== text).map(([page]) => page);
}

function neutral(text: string, origin: string): string {
  return text.replaceAll(origin, '').replace(/("now":\s*")[^"]*"/g, '$1"');
}
