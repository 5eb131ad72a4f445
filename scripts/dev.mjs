import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { builds, forgetBuild, viteArguments } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { progress } from './lib/progress.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

const HELP = `Starts the development server, which rebuilds and restarts when a source file changes.

Usage: npm run dev

Options:
  --help  Show this help

Settings are environment variables, listed in docs/operators/configuration.md.

Example:
  PORT=8080 npm run dev`;

/** The last file that each build writes. */
const RESULTS = [inProject('dist/client/.vite/manifest.json'), inProject('dist/server/entry-server.js')];
/** Node restarts the server when a loaded file changes; this one is loaded only for that. */
const MARKER = inProject('dist/built.mjs');

const mark = () => fs.writeFileSync(MARKER, `// ${Date.now()}\n`);
const mtime = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

await script(HELP, async () => {
  await ensureInstalled();
  forgetBuild();
  const began = Date.now();
  const env = { ...process.env, NODE_ENV: 'development' };
  const children = Object.values(builds).map((args) => become(node24(), viteArguments([...args, '--watch', '--logLevel', 'error']), env));
  // When one exits, `become` exits; stop the others.
  process.on('exit', () => {
    for (const child of children) child.kill('SIGTERM');
  });
  const done = progress('Building the pages');
  while (RESULTS.some((file) => mtime(file) < began)) await sleep(100);
  done('done');
  mark();
  children.push(
    become(node24(), ['--watch', '--watch-preserve-output', '--import', MARKER, ...serverFlags, inProject('src/server/server.ts')], env),
  );
  for (const file of RESULTS) fs.watchFile(file, { interval: 300 }, (now) => now.mtimeMs > 0 && mark());
});
