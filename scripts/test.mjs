import { ensureBuilt } from './lib/built.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { add, listTestFiles, nothing, runChecks, runVitest, summary } from './lib/totals.mjs';

const HELP = `Runs all checks and tests. With words, runs only the test files whose path contains one of them.

Usage: npm test -- [WORD…] [options]

Options:
  --changed [COMMIT]  Run tests affected by uncommitted changes, or by changes since COMMIT
  --help              Show this help

Example:
  npm test -- tales/fields`;

const ALL = ['--project=!browsers', '--project=!cluster'];
/** Tests that start processes of the site, which load dist. */
const NEEDS_BUILD = /^(test|bench)\/|^src\/server\/worker\.test/;

await script(HELP, async () => {
  const words = process.argv.slice(2);
  const isChanged = words[0]?.startsWith('--changed') ?? false;
  await ensureInstalled();
  const files = isChanged ? await listTestFiles([...ALL, ...words]) : [];
  if (!isChanged || files.some((file) => NEEDS_BUILD.test(file))) await ensureBuilt();
  let totals = words.length === 0 ? await runChecks() : nothing;
  if (!isChanged || files.length > 0) totals = add(totals, await runVitest([...ALL, ...words]));
  // No affected tests is a success; words that match no test are a mistake.
  if (!(isChanged && files.length === 0) && totals.passed + totals.failed === 0) totals = { ...totals, failed: 1 };
  console.log(summary(totals));
  process.exitCode = totals.failed > 0 ? 1 : 0;
});
