/** Keeps `process.nextTick` on its fast path in a process that runs for long. */
import { createHook } from 'node:async_hooks';

let kept: object | undefined;

/**
 * Holds on to one of the objects that Node makes for every tick. V8 remembers their shape only while one is alive: where a
 * collection finds none, the shape is forgotten, and every tick after that is made the slow way, for good. Ticks are then a
 * tenth of the time that a cached page costs (docs/performance.md). Called once, at the start.
 */
export function keepTicksFast(): void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') kept ??= resource;
    },
  });
  hook.enable();
  process.nextTick(() => kept);
  hook.disable();
}
