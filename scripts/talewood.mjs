// npm run talewood -- <command>: runs a command of src/cli.ts.
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

await script(async () => {
  await ensureInstalled();
  become(node24(), [...serverFlags, inProject('src/cli.ts'), ...process.argv.slice(2)]);
});
