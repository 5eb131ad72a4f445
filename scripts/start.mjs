import { ensureBuilt } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverEnv, serverFlags } from './lib/project.mjs';

const HELP = `Installs packages and builds the site if necessary, then starts it.

Usage: npm start

Options:
  --help  Show this help

Settings are environment variables, listed in docs/operators/configuration.md.

Example:
  PORT=8080 npm start`;

await script(HELP, async () => {
  await ensureInstalled();
  await ensureBuilt();
  become(node24(), [...serverFlags, inProject('dist/server/server.js')], { ...serverEnv, ...process.env, NODE_ENV: 'production' });
});
