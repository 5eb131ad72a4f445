import fs from 'node:fs';

const REASONS = [
  [/ENOSPC/, 'the disk is full.'],
  [/EDQUOT/, 'the disk quota is used up.'],
  [/EACCES|EPERM|EROFS/, 'no permission to write here or to the npm cache.'],
  [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET/, 'the npm registry cannot be reached.'],
  [/EINTEGRITY/, 'a downloaded package does not match the lock file.'],
  [/ENOTEMPTY|EEXIST|EBUSY|syscall rmdir/, 'another npm is running in this folder; try again later.'],
  [/spawn npm ENOENT/, 'npm is not on the PATH.'],
];

const FULL = 20_000_000;

/** Returns the reason why npm failed, in one line, from its output, the free space at `places`, and the package found missing, if any. */
export function whyNpmFailed(output, places, missing) {
  const known = REASONS.find(([pattern]) => pattern.test(output));
  if (known) return known[1];
  // On a full disk npm may print nothing.
  const full = places.find((place) => freeBytes(place) < FULL);
  if (full) return `the disk of ${full} is full.`;
  if (missing) return `${missing} is missing, possibly due to a network problem; try again.`;
  const line = output.split('\n').find((line) => /^npm error (?!code|errno|syscall|path|A complete log)./.test(line));
  return line ? line.replace('npm error ', '') : 'npm ci failed without a message.';
}

function freeBytes(place) {
  try {
    const { bavail, bsize } = fs.statfsSync(place);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
