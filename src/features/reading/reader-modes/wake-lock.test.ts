import { afterEach, expect, test, vi } from 'vitest';
import { holdWakeLock } from './wake-lock.ts';

class Lock extends EventTarget {
  released = false;
  async release(): Promise<void> {
    this.released = true;
    this.dispatchEvent(new Event('release'));
  }
}

function stand(ask: () => Promise<Lock>) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const request = vi.fn(ask);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
  const turnTo = (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { request, turnTo };
}

afterEach(() => vi.unstubAllGlobals());

test('the lock is requested, requested again when the page becomes visible, and released', async () => {
  const locks: Lock[] = [];
  const { request, turnTo } = stand(async () => {
    locks.push(new Lock());
    return locks.at(-1) as Lock;
  });
  const stop = holdWakeLock();
  await expect.poll(() => locks).toHaveLength(1);
  turnTo('visible');
  expect(request).toHaveBeenCalledTimes(1);
  turnTo('hidden');
  await locks[0]?.release();
  expect(request).toHaveBeenCalledTimes(1);
  turnTo('visible');
  await expect.poll(() => locks).toHaveLength(2);
  await Promise.resolve();
  stop();
  expect(locks[1]?.released).toBe(true);
  turnTo('visible');
  expect(request).toHaveBeenCalledTimes(2);
});

test('a lock granted after the end is released', async () => {
  const lock = new Lock();
  stand(async () => lock);
  holdWakeLock()();
  await expect.poll(() => lock.released).toBe(true);
});

test('after a refusal the lock is requested again later, without an error', async () => {
  const { request, turnTo } = stand(() => Promise.reject(new DOMException('Battery', 'NotAllowedError')));
  const stop = holdWakeLock();
  await Promise.resolve();
  turnTo('visible');
  expect(request).toHaveBeenCalledTimes(2);
  stop();
});
