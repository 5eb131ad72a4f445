import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openOfflineApp } from '#test/offline-app.ts';

/**
 * The description against the part of OpenAPI 3.1.1 (https://spec.openapis.org/oas/v3.1.1) and of JSON Schema 2020-12 that we write:
 * whatever is not of that part is refused here, so that nothing is said which no reader of such a document would know.
 */

type Json = { [key: string]: unknown };

const Type = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** JSON Schema 2020-12, core, applicator and validation vocabularies, as far as zod writes them. */
const Schema: z.ZodType<Json> = z.lazy(() =>
  z.strictObject({
    $ref: z
      .string()
      .regex(/^#\/components\//)
      .optional(),
    type: z.union([Type, z.array(Type).min(2)]).optional(),
    description: z.string().optional(),
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
const Content = z.record(z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/), z.strictObject({ schema: Schema.optional() }));
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().min(1).optional(),
  schema: Schema,
});
const Operation = z.strictObject({
  summary: z.string().min(1).max(300),
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()).length(0))),
  parameters: z.array(Parameter).min(1).optional(),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.strictObject({ description: z.string().min(1), content: Content.optional() }),
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
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  externalDocs: z.strictObject({ description: z.string(), url: z.url() }),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string().regex(/^\/[^?#]*$/), PathItem),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), Schema),
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

const app = openOfflineApp('https://tales.example');
let document: Document;
let operations: { method: string; path: string; operation: z.infer<typeof Operation> }[] = [];

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

describe('the description', () => {
  test('has an operation for each route of reading and editing, and for no other', () => {
    const people =
      /^\/(me|session|registrations|verifications|sign-in-links|password-resets|email-changes|messages|newsletter|account|bookshelf|counts|openapi\.json|admin\/(users|log|mails))(\/|$)/;
    const routes = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace('/api/v1', '').replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
      .filter((route) => !people.test(route.split(' ')[1] ?? ''));
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([...new Set(routes)].toSorted());
    expect(operations.length).toBeGreaterThan(40);
  });

  test('names each operation once, and each parameter of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path, operation } of operations) {
      const parameters = operation.parameters ?? [];
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

  test('refers only to what is there, and to every part', () => {
    const text = JSON.stringify(document);
    const used = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
    expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
    const keys = new Set(operations.flatMap(({ operation }) => operation.security.flatMap((one) => Object.keys(one))));
    expect([...keys].toSorted()).toEqual(Object.keys(document.components.securitySchemes).toSorted());
    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(document.tags.map(({ name }) => name)));
  });

  test('tells a body of what takes one, an answer of what gives one, and what may go wrong', () => {
    for (const { method, path, operation } of operations) {
      const { responses, requestBody } = operation;
      const place = `${method} ${path}`;
      const [good] = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect([place, good]).toEqual([place, expect.stringMatching(/^20[0124]$/)]);
      expect([place, responses[good ?? '']?.content === undefined]).toEqual([place, good === '204']);
      expect([place, responses.default?.content]).toEqual([
        place,
        { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      ]);
      if (method === 'get') expect([place, requestBody]).toEqual([place, undefined]);
      if (path.startsWith('/admin/')) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403']));
    }
  });

  test('says who may ask: reading everyone, editing who has a key or is signed in, keys people alone', () => {
    const security = (of: string) => operations.find(({ operation }) => operation.operationId === of)?.operation.security;
    expect(security('getTales')).toEqual([]);
    expect(security('patchAdminTalesId')).toEqual([{ key: [] }, { session: [] }]);
    expect(security('postAdminKeys')).toEqual([{ session: [] }]);
    expect(operations.filter(({ path, operation }) => !path.startsWith('/admin/') && operation.security.length > 0)).toEqual([]);
    expect(operations.filter(({ path, operation }) => path.startsWith('/admin/') && operation.security.length === 0)).toEqual([]);
  });

  test('says in docs/api.md too which endpoints take a key', () => {
    const sections = readFileSync(path.resolve(import.meta.dirname, '../docs/api.md'), 'utf8').split(/^## /m);
    const told = sections.filter((section) => (section.split('\n', 1)[0] ?? '').includes('with a key')).join('\n');
    const rows = [...told.matchAll(/^\| ([A-Z, ]+) \| `([^`?]+)[^|]*\|/gm)].flatMap(([, methods = '', address = '']) =>
      methods.split(', ').map((method) => `${method.toLowerCase()} ${address.replace(/\{\w+\}/g, '{}')}`),
    );
    const keyed = operations.filter(({ operation }) => operation.security.some((one) => 'key' in one));
    expect(
      keyed.map(({ method, path: address }) => `${method} ${address.replace(/\{\w+\}/g, '{}')}`).filter((each) => !rows.includes(each)),
    ).toEqual([]);
  });

  test('names the header of versions where one is asked for, and of keys on every change', () => {
    const headers = (of: string) =>
      (operations.find(({ operation }) => operation.operationId === of)?.operation.parameters ?? [])
        .filter((each) => each.in === 'header')
        .map(({ name }) => name);
    expect(headers('patchAdminTalesId')).toEqual(['If-Match', 'Idempotency-Key']);
    expect(headers('getTales')).toEqual([]);
    for (const { method, operation } of operations.filter(({ method }) => method !== 'get')) {
      expect([operation.operationId, headers(operation.operationId)]).toEqual([
        operation.operationId,
        expect.arrayContaining(['Idempotency-Key']),
      ]);
      expect(method).not.toBe('get');
    }
  });

  test('describes files and streams by their media types', () => {
    const { post, get } = { post: document.paths['/admin/media']?.post, get: document.paths['/admin/tales/{id}/presence']?.get };
    expect(Object.keys(post?.requestBody?.content ?? {})).toEqual(expect.arrayContaining(['image/jpeg', 'image/avif']));
    expect(Object.keys(get?.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
    const cover = document.paths['/admin/drawn-cover']?.get;
    expect(Object.keys(cover?.responses['200']?.content ?? {})).toEqual(['image/svg+xml']);
  });
});

test('a document that is none would be noticed', () => {
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
