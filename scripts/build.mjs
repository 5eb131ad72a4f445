// npm run build: builds the pages, also when nothing seems to have changed.
import { ensureBuilt } from './lib/built.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt({ force: true });
});
