import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

const HELP = `Generates the types of the API client of the HTTP tests (test/api.gen.ts). Needs network access.

Usage: npm run api-types

Options:
  --help  Show this help

Example:
  npm run api-types`;

await script(HELP, async () => {
  await ensureInstalled();
  become(node24(), [...serverFlags.slice(0, 1), inProject('test/api-types.ts')]);
});
