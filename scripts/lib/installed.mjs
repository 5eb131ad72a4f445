import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { Failure } from './failure.mjs';
import { progress } from './progress.mjs';
import { checkPlatform, inProject } from './project.mjs';

const STAMP = inProject('node_modules/.talewood-installed');

/** Installs the packages of package-lock.json when they are missing or another lock's. Quick when there is nothing to do. */
export async function ensureInstalled() {
  checkPlatform();
  const lock = fs.readFileSync(inProject('package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (readStamp() === hash) return;
  if (!holdsPackagesOf(lock)) await install();
  fs.writeFileSync(STAMP, hash);
}

function readStamp() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : '';
}

/** True after someone's own `npm ci`: what npm notes as installed is what the lock asks for. */
function holdsPackagesOf(lock) {
  const note = inProject('node_modules/.package-lock.json');
  if (!fs.existsSync(note)) return false;
  const installed = JSON.parse(fs.readFileSync(note, 'utf8')).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([name, wanted]) => name === '' || (installed[name] ? installed[name].integrity === wanted.integrity : wanted.optional === true),
  );
}

/** No package's script is run: none is needed, and each would be foreign code at work before anyone looked at it. */
async function install() {
  const done = progress('Installing packages');
  const { program, args } = npm();
  const wanted = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runQuietly(program, [...args, ...wanted]);
  done(code === 0 ? 'done' : undefined);
  if (code !== 0) throw new Failure(`The packages cannot be installed: ${reasonIn(output)}`);
}

/** The npm that runs us, or the one beside this Node, or the one on the path. */
function npm() {
  const candidates = [process.env.npm_execpath, path.join(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')];
  const cli = candidates.find((file) => file?.endsWith('npm-cli.js') && fs.existsSync(file));
  return cli ? { program: process.execPath, args: [cli] } : { program: 'npm', args: [] };
}

const REASONS = [
  [/ENOSPC/, 'the disk is full.'],
  [/EDQUOT/, 'the disk quota is used up.'],
  [/EACCES|EPERM|EROFS/, 'this user may not write here, or not into the npm cache.'],
  [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET/, 'the npm registry cannot be reached.'],
  [/EINTEGRITY/, 'a downloaded package is not the one that the lock file names.'],
  [/spawn npm ENOENT/, 'npm is not on the path.'],
];

function reasonIn(output) {
  const known = REASONS.find(([pattern]) => pattern.test(output));
  if (known) return known[1];
  const line = output.split('\n').find((line) => /^npm error (?!code|errno|A complete log)/.test(line));
  return line ? line.replace('npm error ', '') : 'npm ci failed without saying why.';
}
