/** The description of the API: for programs in OpenAPI, for people as a page. Both are the same for everyone, and kept like pages. */
import { Hono } from 'hono';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { apiGuide } from './api-guide.ts';
import { type Described, describeEndpoints } from './described-endpoints.ts';
import { openApi } from './openapi.ts';
import type { PageDeps } from './pages.ts';

type DescribedDeps = Pick<PageDeps, 'servePage' | 'draw' | 'files' | 'publicUrl' | 'isLetterClosed'> & {
  parts: { editors: readonly Endpoint<never>[]; people: readonly Endpoint<never>[] };
};

export function describedRoutes({ servePage, draw, files, publicUrl, isLetterClosed, parts }: DescribedDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  let known: Described[] | undefined;
  // At the first question: schemas of some sixty endpoints are nothing that a start should wait for.
  const described = (): Described[] => {
    known ??= describeEndpoints(parts);
    return known;
  };
  const keep = (path: string, type: string, write: () => string) =>
    app.get(path, (c) => {
      const render = async (): Promise<PageResult> => ({ status: 200, headers: { 'Content-Type': type }, body: write(), tags: [] });
      return servePage(c, { key: `described ${path}`, render });
    });
  keep(urls.api('/openapi.json'), 'application/json', () => JSON.stringify(openApi(described(), publicUrl)));
  keep(urls.apiGuide(), 'text/html; charset=utf-8', () =>
    draw.renderGuide(apiGuide(described(), publicUrl), { publicUrl, files, isLetterClosed, now: new Date().toISOString() }),
  );
  return app;
}
