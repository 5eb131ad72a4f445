import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canEnter } from './account.ts';
import { copyOnce } from './binaries.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talewood-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('the copy of the executables', () => {
  it('is executable by everyone, has its links, and is logged', () => {
    const lines: string[] = [];
    const copy = copyOnce(makeNative(), path.join(folder, 'copies/postgres-18'), (line) => lines.push(line));
    expect(modeOf(path.join(copy, 'bin/postgres'))).toBe(0o755);
    expect(modeOf(path.join(copy, 'share/postgres.bki'))).toBe(0o644);
    expect(modeOf(path.join(copy, 'share'))).toBe(0o755);
    expect(fs.readlinkSync(path.join(copy, 'lib/libz.so'))).toBe('libz.so.1');
    expect(lines).toEqual([`Postgres cannot run from ${folder}/native; copying it to ${copy}.`]);
  });

  it('is made once', () => {
    const native = makeNative();
    const lines: string[] = [];
    const copies = [1, 2].map(() => copyOnce(native, path.join(folder, 'copies/postgres-18'), (line) => lines.push(line)));
    expect(copies[1]).toBe(copies[0]);
    expect(lines).toHaveLength(1);
    expect(fs.readdirSync(path.join(folder, 'copies'))).toEqual(['postgres-18']);
  });

  it('fails with one line when it cannot be written', () => {
    fs.writeFileSync(path.join(folder, 'copies'), '');
    const copy = path.join(folder, 'copies/postgres-18');
    expect(() => copyOnce(makeNative(), copy, () => {})).toThrow(/^Postgres cannot be copied to .* \(.*not a folder\)\. Install Talewood/);
  });
});

describe('canEnter', () => {
  it('checks every parent folder', () => {
    const inner = path.join(folder, 'a/b');
    fs.mkdirSync(inner, { recursive: true });
    const stranger = { uid: 61_999, gid: 61_999 };
    fs.chmodSync(folder, 0o755);
    expect(canEnter(stranger, inner)).toBe(true);
    fs.chmodSync(folder, 0o700);
    expect(canEnter(stranger, inner)).toBe(false);
    expect(canEnter({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }, inner)).toBe(true);
  });
});

/** A package of three files, unpacked under a strict umask. */
function makeNative(): string {
  const native = path.join(folder, 'native');
  for (const [file, text] of [
    ['bin/postgres', 'program'],
    ['share/postgres.bki', 'data'],
    ['lib/libz.so.1', 'library'],
    ['pg-symlinks.json', JSON.stringify([{ source: 'native/lib/libz.so.1', target: 'native/lib/libz.so' }])],
  ] as const) {
    fs.mkdirSync(path.dirname(path.join(native, file)), { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(native, file), text, { mode: 0o700 });
  }
  return native;
}

function modeOf(file: string): number {
  return fs.statSync(file).mode & 0o777;
}
