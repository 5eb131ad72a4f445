import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { firstLine, GENERATED } from '#test/api-types.ts';
import { openOfflineApp } from '#test/offline-app.ts';

/**
 * Validates the document against the subset of OpenAPI 3.1.1 (https://spec.openapis.org/oas/v3.1.1) and JSON Schema 2020-12 that it uses,
 * and follows the recommended rules of Redocly CLI and Spectral.
 */

type Json = { [key: string]: unknown };

const Type = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** JSON Schema 2020-12: the keywords of the core, applicator and validation vocabularies that zod writes. */
const Schema: z.ZodType<Json> = z.lazy(() =>
  z.strictObject({
    $ref: z
      .string()
      .regex(/^#\/components\/schemas\/[A-Z]/)
      .optional(),
    type: z.union([Type, z.array(Type).min(2)]).optional(),
    description: z.string().optional(),
    examples: z.array(z.unknown()).min(1).optional(),
    default: z.unknown().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    anyOf: z.array(Schema).min(1).optional(),
    oneOf: z.array(Schema).min(1).optional(),
    allOf: z.array(Schema).min(1).optional(),
    not: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
    propertyNames: Schema.optional(),
    items: z.union([z.boolean(), Schema]).optional(),
    prefixItems: z.array(Schema).optional(),
    minItems: z.int().nonnegative().optional(),
    maxItems: z.int().nonnegative().optional(),
    uniqueItems: z.boolean().optional(),
    minLength: z.int().nonnegative().optional(),
    maxLength: z.int().nonnegative().optional(),
    pattern: z.string().refine(isPattern, 'no regular expression').optional(),
    format: z.enum(['uuid', 'date-time', 'date', 'email', 'uri']).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
  }),
);
const Content = z.record(
  z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
  z.strictObject({ schema: Schema.optional(), example: z.unknown().optional() }),
);
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().min(1),
  schema: Schema,
});
const refersTo = (kind: string) => z.string().regex(new RegExp(`^#/components/${kind}/[A-Z][A-Za-z]*$`));
const ErrorResponse = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), z.strictObject({ description: z.string(), schema: Schema })).optional(),
  content: Content,
});
const Operation = z.strictObject({
  summary: z.string().min(1).max(60),
  description: z.string().min(1),
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()).length(0))),
  parameters: z
    .array(z.union([Parameter, z.strictObject({ $ref: refersTo('parameters') })]))
    .min(1)
    .optional(),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.union([
      z.strictObject({ description: z.string().min(1), content: Content.optional() }),
      z.strictObject({ $ref: refersTo('responses'), description: z.string().min(1).optional() }),
    ]),
  ),
});
const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const PathItem = z.strictObject(
  Object.fromEntries(METHODS.map((method) => [method, Operation.optional()])) as Record<
    (typeof METHODS)[number],
    z.ZodOptional<typeof Operation>
  >,
);
const Document = z.strictObject({
  openapi: z.literal('3.1.1'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    summary: z.string(),
    description: z.string(),
    contact: z.strictObject({ name: z.string(), url: z.url() }),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  externalDocs: z.strictObject({ description: z.string(), url: z.url() }),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string().regex(/^\/[^?#]*$/), PathItem),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Z][A-Za-z]+$/), Schema),
    parameters: z.record(z.string(), Parameter),
    responses: z.record(z.string(), ErrorResponse),
    securitySchemes: z.record(
      z.string(),
      z.union([
        z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
        z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: z.string(), description: z.string() }),
      ]),
    ),
  }),
});
type Document = z.infer<typeof Document>;

type Parameter = z.infer<typeof Parameter>;
type Response = { description: string; content?: z.infer<typeof Content> | undefined };

const app = openOfflineApp('https://tales.example');
let document: Document;
let operations: { method: string; path: string; operation: z.infer<typeof Operation> }[] = [];

const nameIn = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);
const parametersOf = ({ parameters = [] }: z.infer<typeof Operation>) =>
  parameters.map((each) => ('$ref' in each ? document.components.parameters[nameIn(each.$ref)] : each) as Parameter);
const responseOf = ({ responses }: z.infer<typeof Operation>, status: string) => {
  const response = responses[status];
  return (response !== undefined && '$ref' in response ? document.components.responses[nameIn(response.$ref)] : response) as
    | Response
    | undefined;
};

beforeAll(async () => {
  const answer = await app.request('/api/v1/openapi.json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  const parsed = Document.safeParse(await answer.json());
  expect(parsed.success ? '' : z.prettifyError(parsed.error)).toBe('');
  document = parsed.data as Document;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] === undefined ? [] : [{ method, path, operation: item[method] }])),
  );
});

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

describe('the OpenAPI document', () => {
  test('has an operation for each route of the API, and for no other', () => {
    const routes = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace('/api/v1', '').replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([...new Set(routes)].toSorted());
    expect(operations.length).toBeGreaterThan(150);
  });

  test('has unique operation ids, and each path parameter once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path, operation } of operations) {
      const parameters = parametersOf(operation);
      const named = parameters.filter((parameter) => parameter.in === 'path');
      expect([method, path, named.map(({ name }) => name).toSorted()]).toEqual([
        method,
        path,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(),
      ]);
      expect(named.every(({ required }) => required)).toBe(true);
      const places = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  test('has no dangling reference, no unused component and no undeclared tag', () => {
    const text = JSON.stringify(document);
    for (const kind of ['schemas', 'parameters', 'responses'] as const) {
      const used = new Set([...text.matchAll(new RegExp(`"\\$ref":"#/components/${kind}/([^"]+)"`, 'g'))].map(([, name]) => name));
      expect([...used].toSorted()).toEqual(Object.keys(document.components[kind]).toSorted());
    }
    const keys = new Set(operations.flatMap(({ operation }) => operation.security.flatMap((one) => Object.keys(one))));
    expect([...keys].toSorted()).toEqual(Object.keys(document.components.securitySchemes).toSorted());
    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(document.tags.map(({ name }) => name)));
  });

  test('describes every named schema, and names those of tales, authors, categories and collections', () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas).filter((name) => !schemas[name]?.description)).toEqual([]);
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Tale', 'TaleCard', 'Author', 'Category', 'Collection', 'Bookshelf', 'Account']),
    );
  });

  test('has a request body where one is needed, a response, and errors by name', () => {
    for (const { method, path, operation } of operations) {
      const { responses, requestBody } = operation;
      const place = `${method} ${path}`;
      const [good = ''] = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect([place, good]).toEqual([place, expect.stringMatching(/^20[0124]$/)]);
      if (good !== '202') expect([place, responseOf(operation, good)?.content === undefined]).toEqual([place, good === '204']);
      const bad = Object.keys(responses).filter((status) => !status.startsWith('2'));
      expect([place, bad]).toEqual([place, expect.arrayContaining(['400', 'default'])]);
      for (const status of bad) {
        expect([place, status, responseOf(operation, status)?.content]).toEqual([
          place,
          status,
          { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        ]);
      }
      if (method === 'get') expect([place, requestBody]).toEqual([place, undefined]);
      if (path.startsWith('/admin/')) expect(bad).toEqual(expect.arrayContaining(['401', '403']));
      if (/^\/(account|bookshelf)/.test(path)) expect(bad).toEqual(expect.arrayContaining(['401']));
    }
  });

  test('states who has access: everyone, API keys and sessions of administrators, or sessions only', () => {
    const security = (of: string) => operations.find(({ operation }) => operation.operationId === of)?.operation.security;
    expect(security('listTales')).toEqual([]);
    expect(security('logIn')).toEqual([]);
    expect(security('getBookshelf')).toEqual([{ session: [] }]);
    expect(security('updateTale')).toEqual([{ key: [] }, { session: [] }]);
    expect(security('createApiKey')).toEqual([{ session: [] }]);
    const isPersonal = (path: string) => /^\/(admin|account|bookshelf|realtime)(\/|$)/.test(path);
    expect(operations.filter(({ path, operation }) => isPersonal(path) !== operation.security.length > 0)).toEqual([]);
  });

  test('agrees with the developer documentation on the endpoints for API keys', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/developers/api-admin-routes.md'), 'utf8');
    const sections = page.split(/^## /m).filter((section) => (section.split('\n', 1)[0] ?? '').includes('with a key'));
    const rows = [...sections.join('\n').matchAll(/^\| `([A-Z, ]+) (\/[^`]+)` \|/gm)].flatMap(([, methods = '', address]) =>
      methods.split(', ').map((method) => `${method.toLowerCase()} ${address}`),
    );
    const keyed = operations.filter(({ operation }) => operation.security.some((one) => 'key' in one));
    expect(rows.toSorted()).toEqual(keyed.map(({ method, path: address }) => `${method} ${address}`).toSorted());
  });

  test('has If-Match where a version must be named, and Idempotency-Key on every change', () => {
    const headers = (operation: z.infer<typeof Operation> | undefined) =>
      (operation === undefined ? [] : parametersOf(operation)).filter((each) => each.in === 'header').map(({ name }) => name);
    expect(headers(document.paths['/admin/tales/{id}']?.patch)).toEqual(['If-Match', 'Idempotency-Key']);
    expect(headers(document.paths['/tales']?.get)).toEqual([]);
    for (const { method, operation } of operations.filter(({ method }) => method !== 'get')) {
      expect([operation.operationId, headers(operation)]).toEqual([operation.operationId, expect.arrayContaining(['Idempotency-Key'])]);
      expect(method).not.toBe('get');
    }
  });

  test('describes files and streams by their media types', () => {
    const { post, get } = { post: document.paths['/admin/media']?.post, get: document.paths['/admin/tales/{id}/presence']?.get };
    const typesOf = (operation: z.infer<typeof Operation> | undefined) =>
      Object.keys((operation && responseOf(operation, '200')?.content) ?? {});
    expect(Object.keys(post?.requestBody?.content ?? {})).toEqual(expect.arrayContaining(['image/jpeg', 'image/avif']));
    expect(typesOf(get)).toEqual(['text/event-stream']);
    expect(typesOf(document.paths['/admin/drawn-cover']?.get)).toEqual(['image/svg+xml']);
  });
});

test('the types generated from it are up to date', async () => {
  // Mutation testing adds a line before the first.
  expect(readFileSync(GENERATED, 'utf8').split('\n', 2), 'run: npm run api-types').toContain(await firstLine());
});

test('an invalid document is refused', () => {
  for (const spoiled of [
    { ...document, openapi: '3.0.0' },
    { ...document, extra: 1 },
    { ...document, paths: { x: {} } },
    { ...document, paths: { '/x': { get: {} } } },
  ]) {
    expect(Document.safeParse(spoiled).success).toBe(false);
  }
  expect(Schema.safeParse({ type: 'text' }).success).toBe(false);
});
