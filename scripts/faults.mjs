// npm run faults: installs and builds what is missing, then breaks what a running site depends on. See bench/faults/run.ts for the options.
import { ensureBuilt } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  become(node24(), [...serverFlags.slice(0, 1), inProject('bench/faults/run.ts'), ...process.argv.slice(2)]);
});
