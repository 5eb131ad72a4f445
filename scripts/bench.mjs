import { ensureBuilt } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

const HELP = `Runs the benchmarks of docs/developers/performance.md. Exit code 1 if a limit is missed.

Usage: npm run bench -- [options]

Options:
  --only SECTIONS  Comma-separated: cached, render, queries, bytes, memory, start, invalidation, lighthouse,
                   interactions, me, sign-ins, editor, manage, functions, epub, backup, import, newsletter, realtime;
                   by default all
  --sizes NUMBERS  Comma-separated numbers of generated tales, by default 1000,100000,1000000;
                   a million takes ten minutes and 10 GB
  --quick          Short rounds, to try the benchmark itself
  --keep           Keep the generated tales in node_modules/.cache/talewood/bench
  --help           Show this help

Example:
  npm run bench -- --only cached,render --sizes 1000`;

await script(HELP, async () => {
  await ensureInstalled();
  await ensureBuilt();
  become(node24(), [...serverFlags.slice(0, 1), inProject('bench/run.ts'), ...process.argv.slice(2)]);
});
