import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { PageCache } from '#src/platform/cache/page-cache.ts';
import type { Panel } from '../contract.ts';

type ProcessDeps = {
  cacheStats: PageCache['stats'];
  /** Of Talewood. */
  version: string;
};

const EVERY_MS = 20;
/** So long after the last look it is measured on. */
const LOOKED_MS = 60_000;

/**
 * Makes the reader of what this process knows of itself. How late its timers are is measured only while somebody looks: it wakes the process fifty
 * times a second.
 */
export function createReadProcess({ cacheStats, version }: ProcessDeps): () => Panel<'process'> {
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS });
  let timer: NodeJS.Timeout | undefined;

  function readDelay(): Panel<'process'>['delay'] {
    const isMeasured = timer !== undefined && delays.count > 0;
    const late = (nanoseconds: number) => Math.max(0, Math.round((nanoseconds / 1e6 - EVERY_MS) * 10) / 10);
    const delay = { p50_ms: late(delays.percentile(50)), p99_ms: late(delays.percentile(99)), most_ms: late(delays.max) };
    clearTimeout(timer);
    timer = setTimeout(() => {
      delays.disable();
      timer = undefined;
    }, LOOKED_MS).unref();
    delays.enable();
    delays.reset();
    return isMeasured ? delay : null;
  }

  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { pages, bytes, uses } = cacheStats();
    return {
      pid: process.pid,
      uptime_seconds: Math.floor(process.uptime()),
      memory: { all: rss, heap: heapUsed },
      delay: readDelay(),
      cache: { pages, bytes, hits: uses.hit, stale: uses.stale, misses: uses.miss },
      talewood: version,
      node: process.version.slice(1),
    };
  };
}
