import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { Failure } from './failure.mjs';
import { progress } from './progress.mjs';
import { inProject, node24 } from './project.mjs';

const STAMP = inProject('dist/.built');
const INPUTS = ['src', 'public', 'vite', 'vite.config.ts', 'package-lock.json', 'tsconfig.json'];

/** Arguments of the two Vite builds. */
export const builds = { client: ['build'], server: ['build', '--ssr'] };

/** Builds when a source has changed since the last build, or always with `force`. */
export async function ensureBuilt({ force = false } = {}) {
  if (!fs.existsSync(inProject('vite.config.ts'))) return;
  const hash = hashInputs();
  if (!force && isBuiltFrom(hash)) return;
  forgetBuild();
  const done = progress('Building the pages');
  const results = await Promise.all(Object.values(builds).map((args) => runQuietly(node24(), viteArguments(args), buildEnvironment())));
  const failed = results.find(({ code }) => code !== 0);
  done(failed ? undefined : 'done');
  if (failed) {
    process.stderr.write(failed.output);
    throw new Failure(`Build failed: ${reasonIn(failed.output)}`);
  }
  fs.writeFileSync(STAMP, hash);
}

/** Marks the build as outdated: dist contains an unfinished or a development build. */
export function forgetBuild() {
  fs.rmSync(STAMP, { force: true });
}

/** Returns Vite's command line for Node. */
export function viteArguments(args) {
  return [inProject('node_modules/vite/bin/vite.js'), ...args];
}

function buildEnvironment() {
  const { FORCE_COLOR: _, ...env } = process.env;
  return { ...env, NODE_ENV: 'production', NO_COLOR: '1' };
}

function isBuiltFrom(hash) {
  const parts = [STAMP, inProject('dist/client'), inProject('dist/server')];
  return parts.every((file) => fs.existsSync(file)) && fs.readFileSync(STAMP, 'utf8') === hash;
}

/** Hashes contents, because a fresh clone or a switched branch changes the times of files. */
function hashInputs() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((name) => filesBelow(inProject(name)))) {
    hash
      .update(`${path.relative(inProject(), file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [file];
  const names = fs.readdirSync(file).sort();
  return names.filter((name) => !/\.test\.tsx?$/.test(name)).flatMap((name) => filesBelow(path.join(file, name)));
}

function reasonIn(output) {
  if (output.includes('ENOSPC')) return 'the disk is full.';
  if (/heap out of memory/.test(output)) return 'there is too little memory.';
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => /^\[[A-Z_]+\]|Error: /.test(line)) ?? 'see the output above.';
}
