import fs from 'node:fs';

/** npm's many lines about a failure, put into one. */

const REASONS = [
  [/ENOSPC/, 'the disk is full.'],
  [/EDQUOT/, 'the disk quota is used up.'],
  [/EACCES|EPERM|EROFS/, 'this user may not write here, or not into the npm cache.'],
  [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET/, 'the npm registry cannot be reached.'],
  [/EINTEGRITY/, 'a downloaded package is not the one that the lock file names.'],
  [/ENOTEMPTY|EEXIST|EBUSY|syscall rmdir/, 'another npm is at work in this folder: try again when it has ended.'],
  [/spawn npm ENOENT/, 'npm is not on the path.'],
];

const FULL = 20_000_000;

/** Why, from npm's output, the space left at the places it writes to, and the package found missing, if one was. */
export function whyNpmFailed(output, places, missing) {
  const known = REASONS.find(([pattern]) => pattern.test(output));
  if (known) return known[1];
  // On a full disk npm may say nothing, for want of space for its log.
  const full = places.find((place) => freeBytes(place) < FULL);
  if (full) return `the disk of ${full} is full.`;
  if (missing) return `npm left out ${missing}, perhaps for want of the network: try again.`;
  const line = output.split('\n').find((line) => /^npm error (?!code|errno|syscall|path|A complete log)./.test(line));
  return line ? line.replace('npm error ', '') : 'npm ci failed without saying why.';
}

function freeBytes(place) {
  try {
    const { bavail, bsize } = fs.statfsSync(place);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
