import { ensureBuilt } from './lib/built.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';

const HELP = `Builds scripts, styles and server code into dist, even if nothing has changed.

Usage: npm run build

Options:
  --help  Show this help

Example:
  npm run build`;

await script(HELP, async () => {
  await ensureInstalled();
  await ensureBuilt({ force: true });
});
