import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure.mjs';

/** The project folder; scripts work from there, wherever they are called. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Returns a path in the project. */
export const inProject = (...parts) => path.join(root, ...parts);

/**
 * Node options of server processes: strip types without a warning, block prototype pollution by __proto__, limit memory. With `throw`
 * instead of `delete`, any visitor could crash the process: Node itself would throw on a request header of that name, where nothing can
 * catch it.
 */
export const serverFlags = [
  '--disable-warning=ExperimentalWarning',
  '--disable-proto=delete',
  // By default V8 sizes its heap by the machine's memory: 410 MB instead of 250. See docs/developers/performance.md.
  '--max-semi-space-size=8',
  '--max-old-space-size=192',
];

/** The import has a child process for untrusted files, and no requests to serve. */
export const importFlags = [...serverFlags.slice(0, 2), '--max-semi-space-size=16', '--max-old-space-size=128'];

/**
 * Environment of server processes. By default the C library keeps freed memory per thread: 40 MB unused. With the compile cache of Node,
 * the next start takes a quarter less time, and does not load the type stripper (15 MB).
 */
export const serverEnv = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: inProject('node_modules/.cache/talewood/compiled') };

/** Fails with one line on platforms without binaries of Node 24 and the embedded Postgres. */
export function checkPlatform() {
  if (process.platform === 'win32') throw new Failure('Talewood does not run on Windows. Use the Windows Subsystem for Linux.');
  if (process.platform !== 'linux') return;
  const loader = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }[process.arch];
  if (!loader) throw new Failure(`Talewood needs a 64-bit Intel or ARM processor, not ${process.arch}.`);
  if (!fs.existsSync(loader))
    throw new Failure('Talewood needs a Linux with glibc, such as Debian, Ubuntu or Fedora. Alpine (musl) is not supported.');
}

/** Returns the Node 24 installed by npm, or this one when it is new enough. */
export function node24() {
  const brought = inProject(`node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (fs.existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Failure(
    `Talewood needs Node 24. This is ${process.version}, and npm has no Node package for ${process.platform}-${process.arch}.`,
  );
}
