import { readFileSync } from 'node:fs';
import { runQuietly } from '../lib/child.mjs';
import { inProject, node24 } from '../lib/project.mjs';
import { checkBoundaries } from './boundaries.mjs';
import { checkBrowserSupport } from './browser-support.mjs';
import { checkCommits } from './commits.mjs';
import { checkMentions, checkNames, checkSizes } from './file-rules.mjs';
import { checkHtml } from './html.mjs';
import { checkLibrary, checkPlagiarism } from './library/check-library.mjs';
import { checkMigrations, listReleased } from './migrations.mjs';
import { listFiles, readFiles } from './source-files.mjs';
import { checkStructure } from './structure.mjs';

/**
 * Runs all checks of the code and of the starter library. Prints one line each in order, problems below it, and a last line that npm test
 * parses.
 */

const CODE = ['.ts', '.tsx', '.mjs', '.css', '.sql'];
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'vite', 'db'];
const PROSE = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs'];

const steps = [
  {
    name: 'Format and lint (Biome)',
    run: () => tool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.']),
  },
  { name: 'Types (TypeScript)', run: () => tool('typescript/bin/tsc', ['-p', '.', '--pretty', 'false']) },
  { name: 'Import boundaries', run: () => checkBoundaries(readFiles(['src'], ['.ts', '.tsx'])) },
  { name: 'Structure: number and length of files, exports, cycles, names', run: () => checkStructure(readFiles(['src'], ['.ts', '.tsx'])) },
  { name: 'File sizes', run: () => checkSizes(readFiles(FOLDERS, CODE)) },
  { name: 'File names', run: () => checkNames(listFiles([...FOLDERS, 'docs', 'library', 'public'])) },
  {
    name: 'Paths in documentation and comments',
    run: () => checkMentions(readFiles([...PROSE, ...FOLDERS], ['.md', ...CODE]), listFiles([...FOLDERS, 'docs', 'library', 'public'])),
  },
  {
    name: 'Migrations: the previous version keeps running',
    run: () => checkMigrations(readFiles(['db/migrations'], ['.sql']), listReleased(readFileSync(inProject('CHANGELOG.md'), 'utf8'))),
  },
  { name: 'Commits: subjects and linear history', run: checkCommits },
  { name: 'Dead files, exports and dependencies (knip)', run: () => tool('knip/bin/knip.js', ['--no-progress']) },
  { name: 'Starter library: fields, lengths, links, openings, phrases, reading ease', run: checkLibrary },
  { name: 'Starter library: no passages copied from reference books beside the repository', run: checkPlagiarism },
  { name: 'Browser support of the built scripts and styles', run: checkBrowserSupport },
  { name: 'HTML of all public pages (Nu Html Checker; needs Java)', run: checkHtml },
];

/** Runs a tool of node_modules. Its output is the list of problems when it fails. */
async function tool(program, args) {
  const { code, output } = await runQuietly(node24(), [inProject('node_modules', program), ...args]);
  return code === 0 ? [] : [output.trim() || `Exit code ${code} without output.`];
}

/** Most checks are single-threaded. */
const MAX_CONCURRENT = 2;
const waiting = steps.map((step) => ({ ...step, ...Promise.withResolvers() }));
const inOrder = [...waiting];

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const began = performance.now();
    try {
      const problems = await step.run();
      step.resolve({ problems, seconds: (performance.now() - began) / 1000 });
    } catch (error) {
      step.reject(error);
    }
  }
}

let failed = 0;
let skipped = 0;
for (let worker = 0; worker < MAX_CONCURRENT; worker += 1) work();
for (const { name, promise } of inOrder) {
  const { problems, seconds } = await promise;
  if (problems === undefined) {
    skipped += 1;
    console.log(`- ${name}: skipped (a requirement is missing)`);
    continue;
  }
  if (problems.length > 0) failed += 1;
  console.log(`${problems.length > 0 ? '✗' : '✓'} ${name} (${seconds.toFixed(1)} s)`);
  for (const problem of problems) console.log(problem.replace(/^/gm, '    '));
}
console.log(`checks: ${steps.length - failed - skipped} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
