// npm run check: format, lint, types, import boundaries, sizes, names, dead code.
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24 } from './lib/project.mjs';

await script(async () => {
  await ensureInstalled();
  become(node24(), [inProject('scripts/check/run.mjs')]);
});
