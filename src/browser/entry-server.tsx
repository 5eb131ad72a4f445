import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { ApiGuide } from '#src/features/api-guide/contract.ts';
import { ApiGuidePage } from '#src/features/api-guide/pages/api-guide-page.tsx';
import { BadAddressPage } from '#src/features/errors/pages/bad-address-page.tsx';
import { FailurePage } from '#src/features/errors/pages/failure-page.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { TaleNotFoundPage } from '#src/features/tales/pages/tale-not-found-page.tsx';
import { PreviewPage } from '#src/features/versions/pages/preview-page.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { urls } from '#src/urls.ts';
import type { Api } from './api.ts';
import { type BuiltFiles, document, type PageHead } from './document.ts';
import { breadcrumbs } from './json-ld.ts';
import { Layout } from './layout/layout.tsx';
import { pageHead } from './page-head.ts';
import { withoutTaleText } from './page-state.ts';
import { createQueryClient, dehydrateQueries } from './query-client.ts';
import { UNKNOWN_PATH } from './root-route.tsx';
import { createSiteRouter } from './router.tsx';

export type RenderedPage = { status: number; location: string | null; html: string };
/** A tale that is not public, and whether it is shown to editors or to who has a link. */
export type Previewed = { tale: TaleView; isForEditors: boolean };
export type RenderOptions = {
  api: Api;
  publicUrl: string;
  files: BuiltFiles;
  now: string;
  /** Nobody can ask for the weekly letter: there is no mail server. */
  isLetterClosed: boolean;
  /** A form to show again, with the status that the page then has. */
  posted?: { form: FormState; status: number } | undefined;
};

/**
 * Draws one page, whole, for a path with its query string. Expected outcomes (404, 410, 400, a moved page) come back as
 * a status; anything else is thrown.
 */
export async function renderPage(
  href: string,
  { api, publicUrl, files, now, isLetterClosed, posted }: RenderOptions,
): Promise<RenderedPage> {
  const client = createQueryClient(true);
  const form = posted && { ...posted.form, path: new URL(href, publicUrl).pathname };
  const context = { api, queries: client, now, isLetterClosed, form };
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [href] }), context, true);
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
  const state = withoutTaleText({ now, queries: dehydrateQueries(client), form, isLetterClosed: isLetterClosed || undefined });
  return { status, location: null, html: document({ head, body, state, files, group }) };
}

/**
 * Draws a tale for who has a link to its preview; without one the page of a tale that is not found. It tells search engines and
 * programs that show links nothing, and the browser takes nothing over.
 */
export function renderPreview(
  shown: Previewed | null,
  { publicUrl, files, now, isLetterClosed }: Omit<RenderOptions, 'api' | 'posted'>,
): string {
  const body = renderToString(
    <Layout path={UNKNOWN_PATH} now={now} isLetterClosed={isLetterClosed} suggest={noApi.suggest}>
      {shown === null ? <TaleNotFoundPage /> : <PreviewPage {...shown} />}
    </Layout>,
  );
  const head = pageHead({ routeId: '/tale/$slug', data: { problem: 404 }, publicUrl, status: 404 });
  const title = shown === null ? head.title : `Preview: ${shown.tale.title} · Talewood`;
  // The notice is drawn as those of the gates are.
  return document({ head: { ...head, title }, body, state: null, files, group: 'gate' });
}

/** Draws the page of an error, the same for everyone. It asks the database for nothing. */
export async function renderError(status: number, options: Omit<RenderOptions, 'api'>): Promise<string> {
  if (status === 404) return (await renderPage(UNKNOWN_PATH, { ...options, api: noApi })).html;
  const body = renderToString(
    <Layout path={UNKNOWN_PATH} now={options.now} isLetterClosed={options.isLetterClosed} suggest={noApi.suggest}>
      {status < 500 ? <BadAddressPage /> : <FailurePage />}
    </Layout>,
  );
  const head = pageHead({ routeId: '', data: { problem: status }, publicUrl: options.publicUrl, status });
  // No state: the page that should stand here is another one, and the browser must not try to take over from it.
  return document({ head, body, state: null, files: options.files });
}

/** Draws the guide to the API. The browser takes nothing over: none of it is in the files of readers. */
export function renderGuide(guide: ApiGuide, { now, publicUrl, files, isLetterClosed }: Omit<RenderOptions, 'api'>): string {
  const body = renderToString(
    <Layout path={urls.apiGuide()} now={now} isLetterClosed={isLetterClosed} suggest={noApi.suggest}>
      <ApiGuidePage guide={guide} />
    </Layout>,
  );
  const head: PageHead = {
    ...pageHead({ routeId: '', data: undefined, publicUrl, status: 200 }),
    title: 'The API · Talewood',
    description: 'How programs read the tales of this site, and work on its collection.',
    canonical: publicUrl + urls.apiGuide(),
    jsonLd: [
      breadcrumbs(publicUrl, [
        ['Home', '/'],
        ['The API', urls.apiGuide()],
      ]),
    ],
  };
  return document({ head, body, state: null, files: { ...files, styles: [...files.styles, ...files.guideStyles] } });
}

const noApi = new Proxy({} as Api, {
  get: (_, name) => () => {
    throw new Error(`The page of an error asked for ${String(name)}.`);
  },
});
