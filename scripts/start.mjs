// npm start: installs and builds what is missing, then runs the site until it is told to stop.
import { ensureBuilt } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverEnv, serverFlags } from './lib/project.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  become(node24(), [...serverFlags, inProject('src/server.ts')], { ...serverEnv, ...process.env, NODE_ENV: 'production' });
});
