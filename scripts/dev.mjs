// npm run dev: builds again whenever a source changes, and starts the server again whenever its code does.
import { builds, ensureBuilt, forgetBuild, viteArguments } from './lib/built.mjs';
import { become } from './lib/child.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { inProject, node24, serverFlags } from './lib/project.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  forgetBuild();
  const env = { ...process.env, NODE_ENV: 'development' };
  // Each ends with us; when one ends by itself, `become` ends us, and the others with the terminal's signal or ours.
  const children = [
    ...Object.values(builds).map((args) => become(node24(), viteArguments([...args, '--watch', '--logLevel', 'warn']), env)),
    become(node24(), ['--watch', ...serverFlags, inProject('src/server.ts')], env),
  ];
  process.on('exit', () => {
    for (const child of children) child.kill('SIGTERM');
  });
});
