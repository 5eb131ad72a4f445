/** Runs the benchmarks of docs/developers/performance.md. Options: `npm run bench -- --help`. */
import { parseArgs } from 'node:util';
import { benchBackup } from './backup.ts';
import { benchBytes, benchVisit } from './bytes.ts';
import { benchCached } from './cached.ts';
import { benchEditor } from './editor.ts';
import { benchEpub } from './epub.ts';
import { type BenchOptions, isMissed, type Section } from './figures.ts';
import { benchFunctions } from './functions.ts';
import { benchImport } from './import.ts';
import { benchInteractions } from './interactions.ts';
import { benchInvalidation } from './invalidation.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchManage } from './manage.ts';
import { benchMe } from './me.ts';
import { benchMemory } from './memory.ts';
import { benchNewsletter } from './newsletter.ts';
import { benchNginx } from './nginx.ts';
import { benchQueries } from './queries.ts';
import { benchRealtime } from './realtime.ts';
import { benchRender } from './render.ts';
import { type Results, saveResults, writeTables } from './results.ts';
import { benchSignIns } from './sign-ins.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchTogether } from './together.ts';

const SECTIONS: Record<string, Section> = {
  cached: benchCached,
  nginx: benchNginx,
  render: benchRender,
  queries: benchQueries,
  bytes: benchBytes,
  visit: benchVisit,
  memory: benchMemory,
  start: benchStart,
  invalidation: benchInvalidation,
  lighthouse: benchLighthouse,
  interactions: benchInteractions,
  me: benchMe,
  'sign-ins': benchSignIns,
  editor: benchEditor,
  manage: benchManage,
  functions: benchFunctions,
  epub: benchEpub,
  backup: benchBackup,
  import: benchImport,
  newsletter: benchNewsletter,
  realtime: benchRealtime,
  together: benchTogether,
  soak: benchSoak,
};

const { values } = parseArgs({
  options: {
    /** The soak takes two hours. */
    only: {
      type: 'string',
      default: Object.keys(SECTIONS)
        .filter((name) => name !== 'soak')
        .join(','),
    },
    sizes: { type: 'string', default: '1000,100000,1000000' },
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const options: BenchOptions = {
  sizes: values.sizes.split(',').map(Number),
  quick: values.quick,
  keep: values.keep,
  say: (line) => console.log(`  ${line}`),
};

let missed = 0;
for (const name of values.only.split(',')) {
  const section = SECTIONS[name];
  if (section === undefined) throw new Error(`Unknown section ${name}. Must be one of: ${Object.keys(SECTIONS).join(', ')}.`);
  console.log(name);
  const result = await section(options);
  // Saved after each, so that a failure later loses nothing.
  const sections: Results['sections'] = { [name]: { taken: new Date().toISOString(), quick: options.quick, ...result } };
  const file = await saveResults(sections);
  await writeTables();
  for (const figure of result.figures.filter(isMissed)) {
    missed += 1;
    console.log(`  MISSED ${figure.name}: ${figure.value.toFixed(2)} ${figure.unit}, limit ${JSON.stringify(figure.limit)}`);
  }
  console.log(`  written to ${file}`);
}
process.exitCode = missed > 0 ? 1 : 0;
