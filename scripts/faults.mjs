import { ensureBuilt } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

const HELP = `Injects faults into a running site (docs/developers/reliability.md). Exit code 1 if a limit is missed.

Usage: npm run test:faults -- [options]

Options:
  --only RUNS    Comma-separated: mail-down, clock, edits, live, body-flood; by default all
  --minutes N    Duration of mail-down, by default 10
  --kills N      How often the site is killed during edits, by default 50; during live at most 10
  --seed N       Seed of the moments at which it is killed, by default 1
  --help         Show this help

Example:
  npm run test:faults -- --only edits --kills 5`;

await script(HELP, async () => {
  await ensureInstalled();
  await ensureBuilt();
  become(node24(), [...serverFlags.slice(0, 1), inProject('bench/faults/run.ts'), ...process.argv.slice(2)]);
});
