import { expect, test } from 'vitest';
import { AppError, badRequest, notFound, unexpected } from '#src/platform/errors.ts';
import { createLog } from '#src/platform/log.ts';
import { createErrorResponses } from './error-response.ts';

const request = { id: 'id-1', path: '/x', accept: 'text/html' };
const lines: string[] = [];
const { log } = createLog({ destination: { write: (line) => void lines.push(line) } });

test('the error page of the site is rendered once per status and cached', async () => {
  let drawn = 0;
  const answer = createErrorResponses({
    log,
    renderError: async (status) => {
      drawn += 1;
      return `<p>ours ${status}</p>`;
    },
  });
  expect((await answer(notFound(), request)).body).toBe('<p>ours 404</p>');
  expect((await answer(notFound(), { ...request, path: '/y' })).body).toBe('<p>ours 404</p>');
  expect((await answer(unexpected(null), request)).body).toBe('<p>ours 500</p>');
  expect(drawn).toBe(2);
});

test('the page that asks to log in is rendered for each path', async () => {
  const answer = createErrorResponses({ log, renderError: (_, { path }) => `<a href="/login?next=${path}">` });
  const refused = new AppError(401, 'signed_out', 'Log in.');
  for (const path of ['/x', '/y']) expect((await answer(refused, { ...request, path })).body).toContain(`next=${path}`);
});

test('if rendering it fails, a plain page is sent and the reason is logged', async () => {
  const answer = createErrorResponses({
    log,
    renderError: () => {
      throw new Error('react fell over');
    },
  });
  const { status, body } = await answer(notFound('No <tale> here.'), { ...request, id: '<id>' });
  expect(status).toBe(404);
  expect(body).toContain('No &lt;tale&gt; here.');
  expect(body).toContain('&lt;id&gt;');
  expect(body).not.toMatch(/react|<style|style=|<script/);
  expect(lines.filter((line) => line.includes('react fell over'))).toHaveLength(1);
});

test.each([
  ['/api/v1/x', 'text/html', true],
  ['/api', undefined, true],
  ['/apiary', 'text/html', false],
  ['/x', 'application/json', true],
  ['/x', 'text/html,application/json', false],
  ['/functions/v1/hello', '*/*', true],
  ['/functions/v1/hello', 'text/html,*/*;q=0.8', false],
])('%s for %s: a problem is %s', async (path, accept, isProblem) => {
  const { headers } = await createErrorResponses({ log })(badRequest('no'), { id: '1', path, accept });
  expect(headers['Content-Type']?.startsWith('application/problem+json')).toBe(isProblem);
});
