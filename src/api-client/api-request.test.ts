import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, apiRequest, onAccessDenied, retryUpTo, TIMED_OUT, UNREACHABLE } from './api-request.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onAccessDenied(() => {});
});

/** A request that hangs until it is ended. */
const hang = (_: string, { signal }: RequestInit) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test.each([
  ['GET', 10_000],
  ['PATCH', 20_000],
] as const)('a %s that hangs is refused after %i ms, with what to do', async (method, ms) => {
  vi.stubGlobal('fetch', hang);
  const asked = apiRequest(method, '/admin/tales').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await asked).toMatchObject({ status: 0, code: 'timeout', message: TIMED_OUT });
});

test('a truncated response is an error', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"tale":'));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, { status: 200 });
  });
  const asked = apiRequest('POST', '/admin/tales', {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await asked).toMatchObject({ status: 0, code: 'timeout' });
});

test('an unreachable server is reported as unreachable', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(apiRequest('GET', '/me')).rejects.toMatchObject({ status: 0, code: 'unreachable', message: UNREACHABLE });
});

test('queries are retried after network and server errors, not after 4xx responses or timeouts', () => {
  const retry = retryUpTo(2);
  expect([0, 1, 2].map((failures) => retry(failures, new ApiError(503, '', '')))).toEqual([true, true, false]);
  expect(retry(0, new ApiError(0, 'unreachable', ''))).toBe(true);
  expect(retry(0, new ApiError(0, 'timeout', ''))).toBe(false);
  expect(retry(0, new ApiError(403, 'not_allowed', ''))).toBe(false);
});

test.each([
  ['GET', 401, 'signed_out', 1],
  ['GET', 403, 'not_allowed', 1],
  ['PATCH', 403, 'not_allowed', 1],
  ['PATCH', 401, 'signed_out', 1],
  ['POST', 401, 'wrong_credentials', 0],
  ['POST', 403, 'wrong_password', 0],
] as const)('after a %s with %i %s the page asks who is signed in: %i times', async (method, status, code, times) => {
  const denied = vi.fn();
  onAccessDenied(denied);
  vi.stubGlobal('fetch', async () => Response.json({ code, detail: 'No.' }, { status }));
  await expect(apiRequest(method, '/admin/tales')).rejects.toMatchObject({ status, code });
  expect(denied).toHaveBeenCalledTimes(times);
});
