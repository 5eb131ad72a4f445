import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { Failure } from './failure.mjs';
import { whyNpmFailed } from './npm-failure.mjs';
import { progress } from './progress.mjs';
import { checkPlatform, inProject } from './project.mjs';

const STAMP = inProject('node_modules/.talewood-installed');

/** Installs the packages of package-lock.json when they are missing or outdated. */
export async function ensureInstalled() {
  checkPlatform();
  const lock = fs.readFileSync(inProject('package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (readStamp() === hash) return;
  const wanted = packagesFor(JSON.parse(lock), process);
  // Also true after a manual `npm ci`.
  if (findMissing(wanted) !== undefined) await install(wanted);
  fs.writeFileSync(STAMP, hash);
}

function readStamp() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : '';
}

/** Returns folder and version of the packages in a lock file for this platform. */
export function packagesFor({ packages }, { platform, arch }) {
  const belongs = (entry) => fits(entry.os, platform) && fits(entry.cpu, arch) && fits(entry.libc, 'glibc');
  // Optional packages matter when they contain executables for this platform.
  const matters = (entry) => !entry.optional || entry.cpu !== undefined;
  return Object.entries(packages)
    .filter(([folder, entry]) => folder !== '' && matters(entry) && belongs(entry))
    .map(([folder, { version }]) => ({ folder, version }));
}

/** npm's platform lists: names, or names excluded by a leading "!". */
function fits(names = [], value) {
  const list = [names].flat();
  return !list.includes(`!${value}`) && (list.includes(value) || list.every((name) => name.startsWith('!')));
}

/** Returns the folder of the first missing or outdated package, or undefined. */
function findMissing(wanted) {
  return wanted.find(({ folder, version }) => {
    try {
      return JSON.parse(fs.readFileSync(inProject(folder, 'package.json'), 'utf8')).version !== version;
    } catch {
      return true;
    }
  })?.folder;
}

/** Install scripts are disabled: none is needed, and they would run third-party code. */
async function install(wanted) {
  const done = progress('Installing packages');
  let result = await npmCi();
  // The npm of a killed start may still be running in the same folder.
  for (let attempt = 1; attempt < 4 && /ENOTEMPTY|EEXIST|EBUSY|syscall rmdir/.test(result.output); attempt++) result = await npmCi();
  done(result.code === 0 ? 'done' : undefined);
  const places = [inProject(), inProject('node_modules'), process.env.npm_config_cache ?? path.join(os.homedir(), '.npm')];
  if (result.code !== 0) throw new Failure(`Installing packages failed: ${whyNpmFailed(result.output, places)}`);
  // npm also reports success after it ran out of space, or could not download an optional package.
  const missing = findMissing(wanted);
  if (missing) throw new Failure(`Installing packages failed: ${whyNpmFailed('', places, missing)}`);
}

function npmCi() {
  const { program, args } = npm();
  const options = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  return runQuietly(program, [...args, ...options]);
}

/** Finds npm: the one that runs us, the one beside this Node, or the one on the PATH. */
function npm() {
  const candidates = [process.env.npm_execpath, path.join(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')];
  const cli = candidates.find((file) => file?.endsWith('npm-cli.js') && fs.existsSync(file));
  return cli ? { program: process.execPath, args: [cli] } : { program: 'npm', args: [] };
}
