import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24 } from './lib/project.mjs';

const HELP = `Checks format, types, import boundaries, structure, dead code, commits, the starter library and HTML.

Usage: npm run check

Options:
  --help  Show this help

Example:
  npm run check`;

await script(HELP, async () => {
  await ensureInstalled();
  become(node24(), [inProject('scripts/check/run.mjs')]);
});
