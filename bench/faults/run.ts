/** Injects faults into a running site (docs/developers/reliability.md). Options: `npm run test:faults -- --help`. */
import { parseArgs } from 'node:util';
import { isMissed } from '../figures.ts';
import { runBodyFlood } from './body-flood.ts';
import { runClock } from './clock.ts';
import { runEdits } from './edits.ts';
import type { FaultOptions, FaultRun } from './fault-run.ts';
import { runLive } from './live.ts';
import { runMailDown } from './mail-down.ts';

const RUNS: Record<string, FaultRun> = {
  'mail-down': runMailDown,
  clock: runClock,
  edits: runEdits,
  live: runLive,
  'body-flood': runBodyFlood,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(RUNS).join(',') },
    minutes: { type: 'string', default: '10' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const options: FaultOptions = {
  minutes: Number(values.minutes),
  kills: Number(values.kills),
  seed: Number(values.seed),
  say: (line) => console.log(`  ${line}`),
};

let missed = 0;
for (const name of values.only.split(',')) {
  const run = RUNS[name];
  if (run === undefined) throw new Error(`Unknown run ${name}. Must be one of: ${Object.keys(RUNS).join(', ')}.`);
  console.log(name);
  const result = await run(options);
  if ('skipped' in result) {
    console.log(`  SKIPPED: ${result.skipped}`);
    continue;
  }
  for (const figure of result.figures) {
    const { name: what, value, unit, limit } = figure;
    const limitText = limit === undefined ? '' : 'most' in limit ? `, limit at most ${limit.most}` : `, limit at least ${limit.least}`;
    console.log(`  ${isMissed(figure) ? 'MISSED ' : ''}${what}: ${Number(value.toFixed(2))} ${unit}${limitText}`);
    if (isMissed(figure)) missed += 1;
  }
}
process.exitCode = missed > 0 ? 1 : 0;
