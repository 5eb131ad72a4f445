import { act } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { Api } from '#src/web/api.ts';
import { createDataCache } from '#src/web/data-cache.ts';
import { excludeSeenTales, followLinks } from '#src/web/follow-links.ts';
import type { RouterContext } from '#src/web/loaders.ts';
import { updateTitle } from '#src/web/page-title.ts';
import { queryClient } from '#src/web/pages/guarded.tsx';
import { createSiteRouter, RouterProvider, type SiteRouter } from '#src/web/router.tsx';
import { createBrowserHistory } from '#src/web/site-history.ts';
import { render } from './dom.ts';

/** The site in a simulated browser, with a stub API. For files with `@vitest-environment happy-dom`. */

/** Opens a page by its URL, and starts the site-wide scripts. Returns the router. */
export async function openSite(href: string, api: Partial<Api> = {}, more: Partial<RouterContext> = {}): Promise<SiteRouter> {
  window.history.replaceState(null, '', href);
  document.head.innerHTML = `<title>As sent</title><link rel="canonical" href="${location.origin}/as-sent">`;
  const history = createBrowserHistory();
  const context = {
    api: api as Api,
    cache: createDataCache(false),
    now: '2026-11-22T12:00:00.000Z',
    site: { name: 'Talewood', isNewsletterDisabled: false },
    ...more,
  };
  const listen = vi.spyOn(document, 'addEventListener');
  const router = createSiteRouter(history, context, false);
  onTestFinished(() => {
    for (const [type, listener, options] of listen.mock.calls) document.removeEventListener(type, listener, options);
    history.destroy();
    queryClient.clear();
  });
  await act(() => router.load());
  await render(<RouterProvider router={router} />);
  excludeSeenTales(router);
  followLinks(router);
  updateTitle(router);
  return router;
}

/** Navigates as a link does, without waiting for the data of the page. */
export const go = (router: SiteRouter, href: string) => act(async () => router.history.push(href));
