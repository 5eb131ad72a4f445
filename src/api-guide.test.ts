import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGuards } from '#src/features/accounts/guards.ts';
import { openOfflineDeps } from '#test/offline-app.ts';
import { apiGuide } from './api-guide.ts';
import { describeEndpoints } from './described-endpoints.ts';
import { manageApi } from './manage-api.ts';
import { exampleOf, rowsOf } from './schema-rows.ts';

const deps = openOfflineDeps('https://tales.example');
const { parts } = manageApi({ ...deps, guards: createGuards(deps) });
const described = describeEndpoints(parts);
const guide = apiGuide(described, 'https://tales.example');
const shown = [...guide.reading, ...guide.editing].flatMap((part) => part.endpoints);

describe('the guide', () => {
  test('shows everything that programs may ask for, once, and nothing of what only people may', () => {
    const open = described.filter(({ access }) => access !== 'people').map(({ method, path }) => `${method} ${path}`);
    expect(shown.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(open.toSorted());
    const places = [...guide.reading, ...guide.editing].flatMap(({ id, endpoints }) => [id, ...endpoints.map((endpoint) => endpoint.id)]);
    expect(new Set(places).size).toBe(places.length);
  });

  test.each(parts.editors.filter(({ body }) => body !== undefined))(
    'has an example for $method $path that is taken',
    ({ method, path, body }) => {
      const schema = described.find((one) => one.method === method && one.path === `/admin${path}`)?.body ?? {};
      const example = exampleOf(schema);
      const parsed = body?.safeParse(example);
      expect([JSON.stringify(example), parsed?.success ? '' : z.prettifyError(parsed?.error as z.ZodError)]).toEqual([
        JSON.stringify(example),
        '',
      ]);
    },
  );

  test('has examples that a shell reads as they are meant', () => {
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

  test('name fields within fields, in the words of people', () => {
    const Tale = z.object({ title: z.string().max(300), author: z.object({ name: z.string() }).optional(), state: z.enum(['a', 'b']) });
    expect(rows(z.object({ tales: z.array(Tale), next: z.string().nullable() }))).toEqual([
      ['tales', 'list of objects', true],
      ['tales[].title', 'text, at most 300 characters', true],
      ['tales[].author', 'object', false],
      ['tales[].author.name', 'text', true],
      ['tales[].state', 'one of "a", "b"', true],
      ['next', 'text or null', true],
    ]);
  });

  test('of what is no object are one', () => {
    expect(rows(z.array(z.uuid()))).toEqual([['[]', 'id (UUID)', true]]);
    expect(rowsOf(undefined)).toEqual([]);
  });
});
