import { afterAll, vi } from 'vitest';

/** Restores clocks, globals and environment variables after each file, because the files of a worker share a process. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
