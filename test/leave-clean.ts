import { afterAll, vi } from 'vitest';

/** Files share a process: what one has put in the place of clocks and globals the next must not meet. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
