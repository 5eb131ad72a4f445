import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

const HELP = `Changes server code in many small ways ("mutants") and reports those that its tests do not notice.

Usage: npm run test:mutation -- [area …] [options]

Areas: http, search, reader-library, newsletter, accounts, tales (default: all), or any other folder of src/features or src/platform.

Options:
  --sample PERCENT  Test only a random part of the mutants (default: 100)
  --seed TEXT       Choose another sample
  --concurrency N   Test processes (default: 1)
  --force           Repeat results that are stored from the last run
  --help            Show this help

Exit code 1 when an area scores less than 80 %. Reports: test-results/mutation/<area>.html.

Example:
  npm run test:mutation -- search --sample 20`;

await script(HELP, async () => {
  await ensureInstalled();
  become(node24(), [...serverFlags.slice(0, 1), inProject('test/mutation/run.ts'), ...process.argv.slice(2)]);
});
