import { findBrowsers } from './lib/browsers.mjs';
import { ensureBuilt } from './lib/built.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { add, nothing, runVitest, summary } from './lib/totals.mjs';

const HELP = `Runs the main journeys in Firefox ESR and WebKitGTK. Browsers that are not installed are skipped.

Usage: npm run test:browsers

Options:
  --help  Show this help

Example:
  npm run test:browsers`;

await script(HELP, async () => {
  const { tests, skipped } = findBrowsers();
  let totals = { ...nothing, skipped: skipped.length };
  if (tests.length > 0) {
    await ensureInstalled();
    await ensureBuilt();
    totals = add(totals, await runVitest(['--project=browsers', ...tests]));
  }
  for (const line of skipped) console.log(line);
  console.log(summary(totals));
  process.exitCode = totals.failed > 0 ? 1 : 0;
});
