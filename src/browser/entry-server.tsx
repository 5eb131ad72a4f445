import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { BadAddressPage } from '#src/features/errors/pages/bad-address-page.tsx';
import { FailurePage } from '#src/features/errors/pages/failure-page.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import type { Api } from './api.ts';
import { type BuiltFiles, document } from './document.ts';
import { Layout } from './layout/layout.tsx';
import { pageHead } from './page-head.ts';
import { withoutTaleText } from './page-state.ts';
import { createQueryClient, dehydrateQueries } from './query-client.ts';
import { UNKNOWN_PATH } from './root-route.tsx';
import { createSiteRouter } from './router.tsx';

export type RenderedPage = { status: number; location: string | null; html: string };
export type RenderOptions = {
  api: Api;
  publicUrl: string;
  files: BuiltFiles;
  now: string;
  /** A form to show again, with the status that the page then has. */
  posted?: { form: FormState; status: number } | undefined;
};

/**
 * Draws one page, whole, for a path with its query string. Expected outcomes (404, 410, 400, a moved page) come back as
 * a status; anything else is thrown.
 */
export async function renderPage(href: string, { api, publicUrl, files, now, posted }: RenderOptions): Promise<RenderedPage> {
  const client = createQueryClient(true);
  const form = posted && { ...posted.form, path: new URL(href, publicUrl).pathname };
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [href] }), { api, queries: client, now, form }, true);
  await router.load({ _skipLocationUpdate: true } as Parameters<typeof router.load>[0]);
  const result = router._serverResult;
  if (result?.type === 'redirect') {
    const { redirect } = result;
    return { status: redirect.status, location: redirect.headers.get('Location') ?? '/', html: '' };
  }
  const failed = router.state.matches.find((match) => match.status === 'error');
  if (failed) throw failed.error;

  const match = router.state.matches.at(-1);
  const isUnknown = result?.status === 404;
  const problem = (match?.loaderData as { problem?: number } | undefined)?.problem;
  const status = isUnknown ? 404 : (problem ?? posted?.status ?? 200);
  const body = renderToString(<RouterProvider router={router} />);
  const group = match?.staticData.group;
  const routeId = isUnknown ? '' : (match?.routeId ?? '');
  const head = pageHead({ routeId, data: match?.loaderData, publicUrl, status, isPersonal: group !== undefined });
  const state = withoutTaleText({ now, queries: dehydrateQueries(client), form });
  return { status, location: null, html: document({ head, body, state, files, group }) };
}

/** Draws the page of an error, the same for everyone. It asks the database for nothing. */
export async function renderError(status: number, options: Omit<RenderOptions, 'api'>): Promise<string> {
  if (status === 404) return (await renderPage(UNKNOWN_PATH, { ...options, api: noApi })).html;
  const body = renderToString(
    <Layout path={UNKNOWN_PATH} now={options.now} suggest={noApi.suggest}>
      {status < 500 ? <BadAddressPage /> : <FailurePage />}
    </Layout>,
  );
  const head = pageHead({ routeId: '', data: { problem: status }, publicUrl: options.publicUrl, status });
  // No state: the page that should stand here is another one, and the browser must not try to take over from it.
  return document({ head, body, state: null, files: options.files });
}

const noApi = new Proxy({} as Api, {
  get: (_, name) => () => {
    throw new Error(`The page of an error asked for ${String(name)}.`);
  },
});
