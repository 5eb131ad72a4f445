import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '#src/platform/errors.ts';
import { invalid, parseBody, readBody } from './read-body.ts';
import type { AppEnv } from './request-context.ts';

const Schema = z.strictObject({ name: z.string().min(1, 'Please say a name.'), age: z.string().regex(/^\d+$/, 'That is no age.') });

const app = new Hono<AppEnv>()
  .post('/', async (c) => c.json(await readBody(c, Schema)))
  .onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code, message: error.message, fields: error.fields }, error.status as 400)
      : c.text(String(error), 500),
  );

async function post(type: string, body: string) {
  const answer = await app.request('/', { method: 'POST', headers: { 'content-type': type }, body });
  return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) };
}

const FORM = 'application/x-www-form-urlencoded; charset=UTF-8';

test('JSON and a form are parsed the same', async () => {
  expect(await post('application/json', '{"name":"Gerda","age":"9"}')).toEqual({ status: 200, name: 'Gerda', age: '9' });
  expect(await post(FORM, 'name=Gerda&age=9')).toEqual({ status: 200, name: 'Gerda', age: '9' });
  expect(await post(FORM, 'name=%C3%85sa+B&name=Other&age=9')).toMatchObject({ name: 'Åsa B' });
});

test('all errors are reported at once by field, without values', async () => {
  const wrong = await post('application/json', '{"name":"","age":"secret","role":"admin"}');
  expect(wrong).toEqual({
    status: 422,
    code: 'invalid',
    message: 'Please say a name.',
    fields: { name: ['Please say a name.'], age: ['That is no age.'], role: ['Unknown field.'] },
  });
  expect(JSON.stringify(wrong)).not.toContain('secret');
});

test.each([
  ['nothing', '', 400],
  ['half of it', '{"name":', 400],
  ['a list', '[]', 422],
  ['a text', '"name"', 422],
  ['null', 'null', 422],
  ['a key that would change all objects', '{"__proto__":{"name":"x"},"name":"Kai","age":"9"}', 422],
])('JSON that is %s', async (_, body, status) => {
  expect((await post('application/json', body)).status).toBe(status);
  expect(({} as { name?: string }).name).toBeUndefined();
});

test('a form with a key for prototype pollution', async () => {
  expect((await post(FORM, '__proto__=x&name=Kai&age=9')).status).toBe(422);
});

test('errors have the path of their field, or `form`; at most five unknown fields are named', () => {
  const Nested = z
    .strictObject({ list: z.array(z.strictObject({ id: z.number('Not a number.') })), end: z.number() })
    .refine(({ end }) => end > 0, 'Must end later.');
  const fieldsOf = (body: unknown): unknown => {
    try {
      return parseBody(Nested, body);
    } catch (error) {
      return (error as AppError).fields;
    }
  };
  expect(fieldsOf({ list: [{ id: 1 }, { id: 'x' }], end: 1 })).toEqual({ 'list.1.id': ['Not a number.'] });
  expect(fieldsOf({ list: [], end: 0 })).toEqual({ form: ['Must end later.'] });
  const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`x${at}`, 1]));
  expect(Object.keys(fieldsOf({ list: [], end: 1, ...unknown }) as object)).toEqual(['x0', 'x1', 'x2', 'x3', 'x4']);
  expect(fieldsOf({ list: [], end: 2 })).toEqual({ list: [], end: 2 });
  expect(invalid({})).toMatchObject({ status: 422, code: 'invalid', fields: {} });
});
