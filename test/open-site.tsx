import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { TaleList, TaleView } from '#src/features/tales/contract.ts';
import type { Api } from '#src/web/api.ts';
import { followLinks } from '#src/web/follow-links.ts';
import type { HomeView } from '#src/web/home/contract.ts';
import { updateTitle } from '#src/web/page-title.ts';
import { createQueryClient } from '#src/web/query-client.ts';
import { createSiteRouter, type SiteRouter } from '#src/web/router.tsx';
import { render } from './dom.ts';

/** The site in a simulated browser, with an API of the test. For files with `@vitest-environment happy-dom`. */

export const CARD = {
  ...{ id: '0f4b2f80-4d5f-4c5e-8f3a-1d2c3b4a5968', slug: 'rapunzel', title: 'Rapunzel', excerpt: 'A girl in a tower.' },
  ...{ author: { slug: 'grimm', name: 'The Brothers Grimm' }, category: { slug: 'classic', name: 'Classic' } },
  ...{ coverImage: '/covers/rapunzel.svg', coverWide: '/covers/rapunzel-wide.svg', readTime: 7, aloudTime: 10, isFeatured: false },
  ...{ publishDate: '2026-11-01T08:00:00.000Z', language: 'en', ageBand: '' },
};

/** A tale whose optional fields are empty. */
export const TALE: TaleView = {
  ...CARD,
  ...{ content: '<p>There was once a man and a woman.</p>', words: 1400, tags: [], shareImage: '/covers/rapunzel.png' },
  ...{ updatedAt: '2026-11-01T08:00:00.000Z', prevTale: null, nextTale: null, related: [], contentNotes: [], motifs: [], questions: [] },
  ...{ origin: '', retoldFrom: '', rights: '', source: '', taleType: '', whyItMatters: '' },
};

export const EMPTY_HOME: HomeView = { talesCount: 0, featured: [], tonight: null, recent: [], categories: [], authors: [] };

export const EMPTY_LIST: TaleList = {
  ...{ tales: [], next: null, total: { count: 0, atLeast: false }, corrected: null, suggestions: null },
  facets: { category: [], minutes: [], age: [], origin: [], language: [], author: [] },
};

/** Opens a page as by its URL, and starts what works on the whole site. Returns the router. */
export async function openSite(href: string, api: Partial<Api> = {}): Promise<SiteRouter> {
  window.history.replaceState(null, '', href);
  document.head.innerHTML = `<title>As sent</title><link rel="canonical" href="${location.origin}/as-sent">`;
  const history = createBrowserHistory();
  const context = { api: api as Api, queries: createQueryClient(false), now: '2026-11-22T12:00:00.000Z', isNewsletterDisabled: false };
  const router = createSiteRouter(history, context, false);
  const listen = vi.spyOn(document, 'addEventListener');
  onTestFinished(() => {
    for (const [type, listener, options] of listen.mock.calls) document.removeEventListener(type, listener, options);
    history.destroy();
    context.queries.clear();
  });
  await act(() => router.load());
  await render(<RouterProvider router={router} />);
  followLinks(router);
  updateTitle(router);
  return router;
}

/** Navigates as a link does, without waiting for what the page loads. */
export const go = (router: SiteRouter, href: string) => act(async () => router.history.push(href));
