import { formatCount } from '#src/ui/wording.ts';
import type { Panel } from '../contract.ts';
import { Facts } from './facts.tsx';
import { bytesOf, durationOf } from './figures.ts';

/** Readers wait for as long, milliseconds. */
const LATE_MS = 200;

export function ProcessFacts({ process }: { process: Panel<'process'> }) {
  const { pid, uptime_seconds, memory, delay, cache, talewood, node } = process;
  const asked = cache.hits + cache.stale + cache.misses;
  return (
    <>
      <p className="hint">Of the process that has answered just now; where several serve, each has figures of its own.</p>
      <Facts
        facts={[
          { name: 'Talewood', value: talewood, more: `Node ${node}, process ${pid}` },
          { name: 'Runs for', value: durationOf(uptime_seconds) },
          { name: 'Memory', value: bytesOf(memory.all), more: `${bytesOf(memory.heap)} of it for objects` },
          {
            name: 'Timers late by',
            value: delay === null ? 'being measured' : `${delay.p99_ms} ms`,
            more:
              delay === null
                ? 'shown at the next look'
                : `99 of 100 times no more, half of the time ${delay.p50_ms} ms, once ${delay.most_ms} ms, since the last look`,
            warn: delay !== null && delay.p99_ms > LATE_MS,
          },
          { name: 'Pages kept', value: formatCount(cache.pages), more: bytesOf(cache.bytes) },
          {
            name: 'Served from them',
            value: asked === 0 ? 'none yet' : `${Math.floor((100 * (cache.hits + cache.stale)) / asked)} %`,
            more: `${formatCount(cache.hits)} fresh, ${formatCount(cache.stale)} being renewed, ${formatCount(cache.misses)} drawn`,
          },
        ]}
      />
    </>
  );
}
