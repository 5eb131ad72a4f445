import { runQuietly } from '../lib/child.mjs';
import { inProject, node24 } from '../lib/project.mjs';
import { checkBoundaries } from './boundaries.mjs';
import { checkBrowserSupport } from './browser-support.mjs';
import { checkHtml } from './html.mjs';
import { checkBorrowing, checkLibrary } from './library/check-library.mjs';
import { checkNames, checkSizes } from './shape.mjs';
import { listFiles, readFiles } from './source-files.mjs';

/** All checks of the code and of the starter library, in order; one line each, what is wrong below it, and a last line that npm test reads. */

const CODE = ['.ts', '.tsx', '.mjs', '.css', '.sql'];
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'vite', 'db'];

const steps = [
  {
    name: 'Format and lint (Biome)',
    run: () => tool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.']),
  },
  { name: 'Types (TypeScript)', run: () => tool('typescript/bin/tsc', ['-p', '.', '--pretty', 'false']) },
  { name: 'Import boundaries', run: () => checkBoundaries(readFiles(['src'], ['.ts', '.tsx'])) },
  { name: 'File sizes', run: () => checkSizes(readFiles(FOLDERS, CODE)) },
  { name: 'File names', run: () => checkNames(listFiles([...FOLDERS, 'docs', 'library', 'public'])) },
  { name: 'Dead files, exports and dependencies (knip)', run: () => tool('knip/bin/knip.js', ['--no-progress']) },
  { name: 'Starter library: fields, lengths, links, openings, phrases, reading ease', run: checkLibrary },
  { name: 'Starter library: nothing is borrowed from the old books beside the repository', run: checkBorrowing },
  { name: 'Browser support of the built scripts and styles', run: checkBrowserSupport },
  { name: 'HTML of all public pages (Nu Html Checker; needs Java)', run: checkHtml },
];

/** Runs a tool of node_modules; its output is the list of problems when it fails. */
async function tool(program, args) {
  const { code, output } = await runQuietly(node24(), [inProject('node_modules', program), ...args]);
  return code === 0 ? [] : [output.trim() || `It ended with ${code} and said nothing.`];
}

let failed = 0;
let skipped = 0;
for (const { name, run } of steps) {
  const began = performance.now();
  const problems = await run();
  if (problems === undefined) {
    skipped += 1;
    console.log(`- ${name}: skipped, as what it needs is not here`);
    continue;
  }
  if (problems.length > 0) failed += 1;
  console.log(`${problems.length > 0 ? '✗' : '✓'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  for (const problem of problems) console.log(problem.replace(/^/gm, '    '));
}
console.log(`checks: ${steps.length - failed - skipped} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
