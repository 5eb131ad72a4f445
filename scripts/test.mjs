// npm test: checks, tests and journeys, and a last line with the totals over all of them.
// npm test -- <words>: only the tests whose file path holds one of the words.
import { ensureBuilt } from './lib/built.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { add, nothing, runChecks, runVitest, summary } from './lib/totals.mjs';

await script(async () => {
  const words = process.argv.slice(2);
  await ensureInstalled();
  await ensureBuilt();
  let totals = nothing;
  if (words.length === 0) {
    totals = add(totals, await runChecks());
    for (const projects of [['unit', 'apart'], ['journeys'], ['editing']])
      totals = add(totals, await runVitest(projects.map((name) => `--project=${name}`)));
  } else totals = add(totals, await runVitest(['--project=!browsers', ...words]));
  if (totals.passed + totals.failed === 0) totals = { ...totals, failed: 1 };
  console.log(summary(totals));
  process.exitCode = totals.failed > 0 ? 1 : 0;
});
