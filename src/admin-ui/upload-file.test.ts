import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TIMED_OUT } from '#src/api-client/api-request.ts';
import { uploadFile } from './upload-file.ts';

class Request extends EventTarget {
  static last: Request;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  open() {}
  setRequestHeader() {}
  send() {
    Request.last = this;
  }
  abort() {
    for (const name of ['abort', 'loadend']) this.dispatchEvent(new Event(name));
  }
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    for (const name of ['load', 'loadend']) this.dispatchEvent(new Event(name));
  }
  go(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const transfer = () => {
  const ended = uploadFile({
    method: 'POST',
    path: '/admin/media',
    file: new File(['x'], 'x.png'),
    type: 'image/png',
    onProgress: () => {},
  });
  return ended.catch((error: unknown) => error);
};

test('a slow upload continues, and a stalled one is aborted', async () => {
  const slow = transfer();
  for (let share = 1; share <= 10; share += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    Request.last.go(share);
  }
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await slow).toMatchObject({ status: 0, code: 'timeout', message: TIMED_OUT });
  expect(vi.getTimerCount()).toBe(0);
});

test('the response has a longer timeout, as the server processes the file', async () => {
  const sent = transfer();
  Request.last.upload.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(119_000);
  Request.last.answer(201, '{"id":7}');
  expect(await sent).toEqual({ status: 201, answer: { id: 7 } });
  expect(vi.getTimerCount()).toBe(0);
});
