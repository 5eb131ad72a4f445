import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { Api } from './api.ts';
import { type BuiltFiles, document } from './document.ts';
import { pageHead } from './page-head.ts';
import { withoutTaleText } from './page-state.ts';
import { createQueryClient, dehydrateQueries } from './query-client.ts';
import { createSiteRouter } from './router.tsx';

export type RenderedPage = { status: number; location: string | null; html: string };
export type RenderOptions = { api: Api; publicUrl: string; files: BuiltFiles; now: string };

/**
 * Draws one page, whole, for a path with its query string. Expected outcomes (404, 410, 400, a moved page) come back as
 * a status; anything else is thrown.
 */
export async function renderPage(href: string, { api, publicUrl, files, now }: RenderOptions): Promise<RenderedPage> {
  const client = createQueryClient(true);
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [href] }), { api, queries: client, now }, true);
  await router.load({ _skipLocationUpdate: true });
  const result = router._serverResult;
  if (result?.type === 'redirect') {
    const { redirect } = result;
    return { status: redirect.status, location: redirect.headers.get('Location') ?? '/', html: '' };
  }
  const failed = router.state.matches.find((match) => match.status === 'error');
  if (failed) throw failed.error;

  const match = router.state.matches.at(-1);
  const unknown = router.state.matches.some((each) => each.status === 'notFound' || ('_notFound' in each && each._notFound));
  const problem = (match?.loaderData as { problem?: number } | undefined)?.problem;
  const status = unknown ? 404 : (problem ?? 200);
  const body = renderToString(<RouterProvider router={router} />);
  const head = pageHead({ routeId: unknown ? '' : (match?.routeId ?? ''), data: match?.loaderData, publicUrl, status });
  const state = withoutTaleText({ now, queries: dehydrateQueries(client) });
  return { status, location: null, html: document({ head, body, state, files }) };
}
