import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { setup } from '../database-server.ts';

const AREAS = ['http', 'search', 'reader-library', 'newsletter', 'accounts', 'tales'];

/** Browser code, and API descriptions, which src/server/openapi.test.ts checks. */
const NOT_SERVER_CODE = [
  '**/*.test.ts',
  '**/{components,pages,form,store}/**',
  '**/use-*.ts',
  'admin/drafts/{autosave,draft-storage,find-draft}.ts',
  'openapi.ts',
];

/** Texts, and mutants outside of the sample. */
const NOT_TESTED = new Set(['Ignored', 'CompileError']);

const MIN_SCORE = 80;
const RESULTS = 'test-results/mutation';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: 'talewood' },
    concurrency: { type: 'string', default: '1' },
    force: { type: 'boolean', default: false },
  },
});
await runAreas(positionals.length > 0 ? positionals : AREAS);

async function runAreas(areas: string[]): Promise<void> {
  const folders = areas.map(folderOf);
  // One server for all test processes: those that Stryker kills cannot stop a server of their own.
  const stopDatabase = await setup();
  const lines: string[] = [];
  try {
    for (const folder of folders) lines.push(await testArea(folder));
  } finally {
    await stopDatabase();
  }
  console.log(lines.join('\n'));
}

function folderOf(area: string): string {
  const folder = ['src/features', 'src/platform'].map((parent) => `${parent}/${area}`).find((candidate) => existsSync(candidate));
  if (folder === undefined) {
    console.error(`Unknown area: ${area}. Run with --help for a list.`);
    process.exit(1);
  }
  return folder;
}

async function testArea(folder: string): Promise<string> {
  const area = path.basename(folder);
  // Read by the plugins and by the Vitest configuration, which run in processes of their own.
  Object.assign(process.env, { MUTATION_FOLDER: folder, MUTATION_SAMPLE: options.sample, MUTATION_SEED: options.seed });
  const isSample = options.sample !== '100';
  const results = await new Stryker({
    mutate: globSync(`${folder}/**/*.ts`, { exclude: NOT_SERVER_CODE.map((pattern) => `${folder}/${pattern}`) }),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', path.join(import.meta.dirname, 'plugins.ts')],
    vitest: { configFile: 'test/mutation/vitest.config.ts' },
    checkers: isSample ? ['sample'] : [],
    ignorers: ['texts'],
    concurrency: Number(options.concurrency),
    // Far above the time of a test: a mutant that only runs slowly on a busy machine must not count as detected.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    incremental: true,
    force: options.force,
    incrementalFile: `${RESULTS}/${area}${isSample ? `-${options.sample}-${options.seed}` : ''}.json`,
    reporters: ['progress', 'html'],
    htmlReporter: { fileName: `${RESULTS}/${area}.html` },
    // Stryker would rewrite the references in tsconfig.json, of which there are none, with an API that TypeScript 7 lacks.
    tsconfigFile: 'none',
    tempDirName: `${RESULTS}/sandbox`,
    ignorePatterns: ['dist', 'data', 'test-results', 'bench', 'public'],
  }).runMutationTest();
  return report(area, results);
}

type Results = Awaited<ReturnType<Stryker['runMutationTest']>>;

/** Prints the mutants that survived, by file, and returns a line with the score. */
function report(area: string, results: Results): string {
  const tested = results.filter(({ status }) => !NOT_TESTED.has(status));
  const survivors = tested.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const [file, mutants] of Map.groupBy(survivors, ({ fileName }) => path.relative('.', fileName))) {
    console.log(`\n${styleText('bold', file)}`);
    for (const { location, mutatorName, replacement, status } of mutants)
      console.log(`  ${location.start.line}:${location.start.column} ${status} ${mutatorName} → ${replacement.slice(0, 100)}`);
  }
  const timeouts = tested.filter(({ status }) => status === 'Timeout').length;
  const score = tested.length === 0 ? 100 : (100 * (tested.length - survivors.length)) / tested.length;
  if (score < MIN_SCORE) process.exitCode = 1;
  return `${area}: ${score.toFixed(1)} % of ${tested.length} mutants detected, ${timeouts} of them by timeout`;
}
