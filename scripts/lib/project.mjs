import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure.mjs';

/** The clone's folder; every script works from there, wherever it is called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A path below the clone. */
export const inProject = (...parts) => path.join(root, ...parts);

/**
 * Node options of every server process: types are stripped without a warning, __proto__ cannot be used to attack, memory is bounded.
 * `throw` would let any visitor end the process: Node itself then throws on a request header of that name, where nobody can catch it.
 */
export const serverFlags = [
  '--disable-warning=ExperimentalWarning',
  '--disable-proto=delete',
  // V8 sizes its heap by the machine's memory and tidies up late: 410 MB where 250 do. See docs/performance.md.
  '--max-semi-space-size=16',
  '--max-old-space-size=192',
];

/** An import has a process for strangers' files beside it, and nobody who waits for an answer. */
export const importFlags = [...serverFlags.slice(0, 2), '--max-semi-space-size=16', '--max-old-space-size=128'];

/** Environment of every server process. Unless told, the C library keeps freed memory apart for each thread: 40 MB that nobody uses. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' };

/** Fails early, in one line, where neither Node 24 nor the embedded Postgres has binaries. */
export function checkPlatform() {
  if (process.platform === 'win32') throw new Failure('Talewood does not run on Windows itself: use the Windows Subsystem for Linux.');
  if (process.platform !== 'linux') return;
  const loader = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }[process.arch];
  if (!loader) throw new Failure(`Talewood needs a 64-bit Intel or ARM processor, not ${process.arch}.`);
  if (!fs.existsSync(loader))
    throw new Failure('Talewood needs a Linux with glibc, as Debian, Ubuntu or Fedora; Alpine with musl will not do.');
}

/** The Node 24 that npm brought, or this one when it is new enough. */
export function node24() {
  const brought = inProject(`node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (fs.existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Failure(`Talewood needs Node 24 here: npm has none for ${process.platform}-${process.arch}, and this is ${process.version}.`);
}
