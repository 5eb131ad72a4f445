import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { safeRedirect } from '#src/features/accounts/safe-redirect.ts';
import type { ApiGuide } from '#src/features/api-guide/contract.ts';
import { ApiGuidePage } from '#src/features/api-guide/pages/api-guide-page.tsx';
import { packWordsOf } from '#src/features/glossary/glossary-words.ts';
import { PreviewPage } from '#src/features/tales/admin/previews/preview-page.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { escapeHtml } from '#src/ui/escape-html.ts';
import type { FormState } from '#src/ui/form-state.ts';
import { DEFAULT_NAME, type Site, SiteContext } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import type { Api } from './api.ts';
import { Redirect } from './current-page.tsx';
import { createDataCache } from './data-cache.ts';
import { type BuiltFiles, document, type PageHead } from './document.ts';
import { FooterContent, type Frame, Layout } from './layout/layout.tsx';
import { currentLinks } from './layout/nav-links.tsx';
import { TopBarContent } from './layout/top-bar.tsx';
import { pageHead } from './page-head.ts';
import { breadcrumbs } from './page-metadata.ts';
import { withoutTaleText } from './page-state.ts';
import { BadAddressPage, FailurePage, TaleNotFoundPage } from './pages/error-pages.tsx';
import { createSiteRouter, RouterProvider, UNKNOWN_PATH } from './router.tsx';
import { moduleOf } from './routes.tsx';
import { parsePlace } from './site-history.ts';

export type RenderedPage = { status: number; location: string | null; html: string };
/** An unpublished tale. `isForEditors`: opened by an editor, not with a preview link. */
export type Previewed = { tale: TaleView; isForEditors: boolean };
export type RenderOptions = {
  api: Api;
  publicUrl: string;
  files: BuiltFiles;
  now: string;
  site: Site;
  /** A rejected form to show again, with the status of the response. */
  posted?: { form: FormState; status: number } | undefined;
};

/** Renders the page of a path with query string. Expected outcomes (404, 410, 400, redirects) are returned as a status; other errors are thrown. */
export async function renderPage(href: string, { api, publicUrl, files, now, site, posted }: RenderOptions): Promise<RenderedPage> {
  const cache = createDataCache(true);
  const form = posted && { ...posted.form, path: new URL(href, publicUrl).pathname };
  const context = { api, cache, now, site, form, frame: (path: string) => renderFrame(path, now, site) };
  const router = createSiteRouter({ ...NO_HISTORY, place: parsePlace(href) }, context, true);
  try {
    await router.load();
  } catch (error) {
    if (error instanceof Redirect) return { status: error.status, location: error.href, html: '' };
    throw error;
  }
  const { page, data } = router.state.shown;
  const problem = (data as { problem?: number } | undefined)?.problem;
  const status = page === undefined ? 404 : (problem ?? posted?.status ?? 200);
  const body = renderToString(<RouterProvider router={router} />);
  const head = pageHead({ page, data, publicUrl, siteName: site.name, status });
  const queries = cache.entries();
  const state = withoutTaleText(
    {
      ...{ now, queries, form, siteName: site.name === DEFAULT_NAME ? undefined : site.name },
      isNewsletterDisabled: site.isNewsletterDisabled || undefined,
      loginProviders: site.loginProviders?.length ? site.loginProviders : undefined,
    },
    ({ id, updatedAt, content }) => {
      const key = `${id} ${updatedAt} ${content.length}`;
      const words = oldWords.get(key) ?? packWordsOf(content);
      oldWords.set(key, words);
      return words;
    },
  );
  return { status, location: null, html: document({ head, body, state, files, module: moduleOf(page) }) };
}

/** Finding the old words of a tale takes as long as drawing its page. */
const oldWords = new LRUCache<string, string>({ max: 1_000 });

const NO_HISTORY = { push: async () => {}, replace: async () => {}, back: () => {}, listen: () => {}, destroy: () => {} };

const frames = new Map<string, Frame>();
const MAX_FRAMES = 200;
/** Stand for the links in a stored bar. With quotes, which React escapes in the name of the site. */
const LOGIN = 'href="{login}"';
const REGISTER = 'href="{register}"';

/** Renders top bar and footer, once for all pages on which they differ only in the links to login and registration, which lead back. */
function renderFrame(path: string, now: string, site: Site): Frame {
  const key = JSON.stringify([site.name, site.isNewsletterDisabled, now.slice(0, 4), currentLinks(path)]);
  const [login, register] = [urls.login(path), urls.register(path)].map((href) => `href="${escapeHtml(href)}"`) as [string, string];
  let frame = frames.get(key);
  if (frame === undefined) {
    const render = (part: ReactNode) => renderToString(<SiteContext value={site}>{part}</SiteContext>);
    const bar = render(<TopBarContent path={path} suggest={noApi.suggest} />);
    frame = { bar: bar.replaceAll(login, LOGIN).replaceAll(register, REGISTER), footer: render(<FooterContent now={now} />) };
    if (frames.size === MAX_FRAMES) frames.clear();
    frames.set(key, frame);
  }
  // Functions, because `$` is special in a replacement.
  return { ...frame, bar: frame.bar.replaceAll(LOGIN, () => login).replaceAll(REGISTER, () => register) };
}

/** Renders the preview of a tale, or "not found" for null. Without metadata for search engines and without hydration. */
export function renderPreview(shown: Previewed | null, { publicUrl, files, now, site }: Omit<RenderOptions, 'api' | 'posted'>): string {
  const body = renderToString(
    <SitePage path={UNKNOWN_PATH} now={now} site={site}>
      {shown === null ? <TaleNotFoundPage /> : <PreviewPage {...shown} />}
    </SitePage>,
  );
  const head = pageHead({ page: 'tale', data: { problem: 404 }, publicUrl, siteName: site.name, status: 404 });
  const title = shown === null ? head.title : `Preview: ${shown.tale.title} · ${site.name}`;
  // Uses the styles of the auth pages for the notice.
  const styles = [...files.styles, ...(files.modules.tale?.styles ?? [])];
  return document({ head: { ...head, title }, body, state: null, files: { ...files, styles }, module: 'auth' });
}

/** What people see when a file or function refuses them. */
const REFUSALS = new Map([
  [403, { title: 'No access', text: 'Your account has no access to this.', action: 'Return to Home', href: urls.home() }],
  [429, { title: 'Too many requests', text: 'Please wait a minute and try again.', action: 'Return to Home', href: urls.home() }],
]);

/** After the login the reader is led to `path`, if that is a page or file. */
function loginRefusal(path: string) {
  const next = safeRedirect(path);
  const text = next === '/' ? 'This needs an account. Log in, and open the link again.' : 'This is for members. Log in to open it.';
  return { title: 'Please log in', text, action: 'Log in', href: urls.login(next) };
}

/** Renders an error page. Does not query the database. `path`: of the request, for the login link. */
export async function renderError(status: number, options: Omit<RenderOptions, 'api'>, path = '/'): Promise<string> {
  const { publicUrl, files, now, site } = options;
  if (status === 404) return (await renderPage(UNKNOWN_PATH, { ...options, api: noApi })).html;
  const refusal = status === 401 ? loginRefusal(path) : REFUSALS.get(status);
  const body = renderToString(
    <SitePage path={UNKNOWN_PATH} now={now} site={site}>
      {refusal === undefined ? status < 500 ? <BadAddressPage /> : <FailurePage /> : <RefusalPage {...refusal} />}
    </SitePage>,
  );
  const head = pageHead({ page: undefined, data: { problem: status }, publicUrl, siteName: site.name, status });
  const title = refusal?.title ?? (status < 500 ? 'Invalid link' : 'Something went wrong');
  // No state: the browser must not hydrate an error page as the requested page.
  return document({ head: { ...head, title: `${title} · ${site.name}` }, body, state: null, files });
}

function RefusalPage({ title, text, action, href }: { title: string; text: string; action: string; href: string }) {
  return (
    <div className="page">
      <EmptyState spot="owl" level={1} title={title} text={text}>
        <a className="btn btn-solid btn-lg" href={href}>
          {action}
        </a>
      </EmptyState>
    </div>
  );
}

/** Renders the API guide. It is not hydrated and not part of the client bundle. */
export function renderGuide(guide: ApiGuide, { now, publicUrl, files, site }: Omit<RenderOptions, 'api'>): string {
  const body = renderToString(
    <SitePage path={urls.apiGuide()} now={now} site={site}>
      <ApiGuidePage guide={guide} />
    </SitePage>,
  );
  const head: PageHead = {
    ...pageHead({ page: undefined, data: undefined, publicUrl, siteName: site.name, status: 200 }),
    title: `The API · ${site.name}`,
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

/** A page outside the router. */
function SitePage({ path, now, site, children }: { path: string; now: string; site: Site; children: ReactNode }) {
  return (
    <SiteContext value={site}>
      <Layout path={path} now={now} suggest={noApi.suggest}>
        {children}
      </Layout>
    </SiteContext>
  );
}

const noApi = new Proxy({} as Api, {
  get: (_, name) => () => {
    throw new Error(`The page of an error asked for ${String(name)}.`);
  },
});
