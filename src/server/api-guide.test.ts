import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGuards } from '#src/features/accounts/guards.ts';
import { openOfflineDeps } from '#test/offline-app.ts';
import { adminApi } from './admin-api.ts';
import { apiGuide } from './api-guide.ts';
import { describeApi } from './openapi-documents.ts';
import { exampleOf, inline, rowsOf } from './openapi-schemas.ts';

const deps = openOfflineDeps('https://tales.example');
const { parts } = adminApi({ ...deps, guards: createGuards(deps) });
const { operations, schemas } = describeApi({ ...parts, users: [] });
const guide = apiGuide({ operations, schemas }, 'https://tales.example');
const shown = [...guide.reading, ...guide.managing].flatMap((part) => part.operations);

describe('the guide', () => {
  test('shows every operation that programs may use once, and no other', () => {
    const open = operations
      .filter(({ access, acceptsKeys }) => access === 'public' || acceptsKeys)
      .map(({ method, path }) => `${method} ${path}`);
    expect(shown.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(open.toSorted());
    const places = [...guide.reading, ...guide.managing].flatMap(({ id, operations: own }) => [
      id,
      ...own.map((operation) => operation.id),
    ]);
    expect(new Set(places).size).toBe(places.length);
  });

  test.each(parts.editors.filter(({ body }) => body !== undefined))('has a valid example for $method $path', ({ method, path, body }) => {
    const schema = operations.find((one) => one.method === method && one.path === `/admin${path}`)?.body ?? {};
    const example = exampleOf(inline(schema, schemas));
    const parsed = body?.safeParse(example);
    expect([JSON.stringify(example), parsed?.success ? '' : z.prettifyError(parsed?.error as z.ZodError)]).toEqual([
      JSON.stringify(example),
      '',
    ]);
  });

  test('has examples with valid shell quoting', () => {
    for (const { curl } of shown) {
      expect(curl).toMatch(/^curl (-N )?(-X [A-Z]+ )?'https:\/\/tales\.example\/api\/v1\//);
      expect(curl.split("'").length % 2, curl).toBe(1);
      expect(curl).not.toContain('{id}');
    }
  });
});

describe('rows of a schema', () => {
  const rows = (schema: z.ZodType) =>
    rowsOf(z.toJSONSchema(schema) as Record<string, unknown>).map(({ name, type, isRequired }) => [name, type, isRequired]);

  test('name nested fields and their types', () => {
    const Tale = z.object({ title: z.string().max(300), author: z.object({ name: z.string() }).optional(), state: z.enum(['a', 'b']) });
    expect(rows(z.object({ tales: z.array(Tale), next: z.string().nullable() }))).toEqual([
      ['tales', 'array of objects', true],
      ['tales[].title', 'string, at most 300 characters', true],
      ['tales[].author', 'object', false],
      ['tales[].author.name', 'string', true],
      ['tales[].state', 'one of "a", "b"', true],
      ['next', 'string or null', true],
    ]);
  });

  test('are one for a schema that is not an object', () => {
    expect(rows(z.array(z.uuid()))).toEqual([['[]', 'UUID', true]]);
    expect(rowsOf(undefined)).toEqual([]);
  });
});
