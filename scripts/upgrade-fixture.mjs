import { ensureBuilt } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24 } from './lib/project.mjs';

const HELP = `Records the data of this version for the upgrade tests of later versions (test/upgrade).

Usage: npm run upgrade-fixture -- VERSION

Options:
  --help  Show this help

Example:
  npm run upgrade-fixture -- 1.2.0`;

await script(HELP, async () => {
  await ensureInstalled();
  await ensureBuilt();
  become(node24(), ['--disable-warning=ExperimentalWarning', inProject('test/upgrade/create-fixture.ts'), ...process.argv.slice(2)]);
});
