// npm run talewood -- COMMAND: runs a command of src/cli/main.ts, which has its own help.
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { importFlags, inProject, node24, serverEnv, serverFlags } from './lib/project.mjs';

await script(undefined, async () => {
  await ensureInstalled();
  const flags = process.argv[2] === 'import' ? importFlags : serverFlags;
  become(node24(), [...flags, inProject('src/cli/main.ts'), ...process.argv.slice(2)], { ...serverEnv, ...process.env });
});
