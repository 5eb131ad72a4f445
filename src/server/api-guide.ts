/** Content and routes of the API guide: the operations that API keys may use. */

import { Hono } from 'hono';
import { KEY_SET_PATH } from '#src/features/access-tokens/contract.ts';
import type { ApiGuide, GuideOperation, GuidePart } from '#src/features/api-guide/contract.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import { type AdminOperations, TAGS } from './api-operations.ts';
import { ERRORS, openApi } from './openapi.ts';
import { type DescribedApi, type DescribedOperation, describeApi } from './openapi-documents.ts';
import { exampleOf, inline, type JsonSchemas, rowsOf } from './openapi-schemas.ts';
import { type PageDeps, renderOptions } from './page-routes.ts';

export function apiGuide({ operations, schemas }: DescribedApi, publicUrl: string): ApiGuide {
  const address = `${publicUrl}/api/v1`;
  const parts = (prefix: string, has: (operation: DescribedOperation) => boolean): GuidePart[] =>
    TAGS.flatMap(({ name }) => {
      const own = operations.filter((operation) => has(operation) && operation.tag === name);
      const id = `${prefix}-${name.toLowerCase().replace(/\W+/g, '-')}`;
      return own.length === 0 ? [] : [{ id, title: name, operations: own.map((operation) => toGuide(operation, address, schemas)) }];
    });
  return {
    address,
    keySet: `${publicUrl}${KEY_SET_PATH}`,
    reading: parts('public', ({ access }) => access === 'public'),
    managing: parts('editor', ({ acceptsKeys }) => acceptsKeys),
  };
}

function toGuide(operation: DescribedOperation, address: string, schemas: JsonSchemas): GuideOperation {
  const { id, method, path, summary, description, parameters, requestTypes, status, responseType, errors } = operation;
  const body = operation.body && inline(operation.body, schemas);
  return {
    ...{ id, method, path, summary, description, requestTypes, status, responseType },
    parameters: parameters.map(({ name, isRequired, description: text, schema, in: place }) => ({
      ...{ name, isRequired },
      type: `${rowsOf(schema)[0]?.type ?? 'string'}, ${PLACES[place]}`,
      description: text,
    })),
    body: rowsOf(body),
    response: rowsOf(operation.response && inline(operation.response, schemas)),
    errors: Object.entries(errors).map(([code, text]) => ({ status: Number(code), text: text ?? ERRORS[code]?.description ?? '' })),
    curl: curlOf(operation, address, body && exampleOf(body)),
  };
}

const PLACES = { path: 'in the path', query: 'in the query', header: 'header' };

/** Slug of an example that exists. */
function slugOf(path: string): string {
  return path.startsWith('/pages/') ? 'about' : 'the-snow-queen';
}

function curlOf(
  { method, path, access, parameters, requestTypes, responseType }: DescribedOperation,
  address: string,
  body: unknown,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slugOf(path) : name === 'version' ? '6' : name.toUpperCase(),
  );
  const lines = [
    `curl${responseType === 'text/event-stream' ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} '${address}${filled}'`,
    ...(access === 'public' ? [] : [`-H 'Authorization: Bearer tw_…'`]),
    ...(parameters.some(({ name }) => name === 'If-Match') ? [`-H 'If-Match: "7"'`] : []),
    ...(method === 'POST' ? [`-H 'Idempotency-Key: 3f2a9c'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
    ...(requestTypes.length === 0 ? [] : [`-H 'Content-Type: image/jpeg'`, `--data-binary @cover.jpg`]),
  ];
  return lines.join(' \\\n  ');
}

/** Routes of the OpenAPI document and the API guide. Both are the same for everyone and cached like pages. */

type ApiDocsDeps = Pick<PageDeps, 'servePage' | 'renderer' | 'files' | 'publicUrl' | 'isNewsletterDisabled'> & { parts: AdminOperations };

export function apiDocsRoutes({ servePage, renderer, parts, ...rest }: ApiDocsDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { publicUrl } = rest;
  let described: DescribedApi | undefined;
  // Lazily: converting about 150 schemas must not delay the start.
  const api = (): DescribedApi => {
    described ??= describeApi(parts);
    return described;
  };
  const cached = (path: string, type: string, write: () => string) =>
    app.get(path, (c) => {
      const render = async (): Promise<PageResult> => ({ status: 200, headers: { 'Content-Type': type }, body: write(), tags: [] });
      return servePage(c, { key: `described ${path}`, render });
    });
  cached(urls.api('/openapi.json'), 'application/json', () => JSON.stringify(openApi(api(), publicUrl)));
  cached(urls.apiGuide(), 'text/html; charset=utf-8', () => renderer.renderGuide(apiGuide(api(), publicUrl), renderOptions(rest)));
  return app;
}
