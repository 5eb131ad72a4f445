import { afterEach, expect, test, vi } from 'vitest';
import { afterNextFrame } from './next-frame.ts';

afterEach(() => vi.unstubAllGlobals());

test('the task waits until a frame is painted', async () => {
  const order: string[] = [];
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    queueMicrotask(() => {
      frame();
      order.push('drawn');
    });
  });
  await new Promise<void>((done) => {
    afterNextFrame(() => {
      order.push('task');
      done();
    });
    order.push('answered');
  });
  expect(order).toEqual(['answered', 'drawn', 'task']);
});

test('on a hidden page the task runs at once', () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  const task = vi.fn();
  afterNextFrame(task);
  expect(task).toHaveBeenCalledOnce();
});
