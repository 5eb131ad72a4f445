import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdReserve, superviseServer } from './supervise-server.ts';

const quiet = { debug() {}, info() {}, warn() {} };
const BYTES = 2 * 1024 * 1024;
let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'talewood-reserve-'));
});
afterEach(() => fs.rmSync(home, { recursive: true }));

const sizes = () => fs.readdirSync(home).map((name) => `${name} ${fs.statSync(path.join(home, name)).size}`);

test('the reserve occupies space, is released once, and is written again when there is space', async () => {
  const reserve = holdReserve(home, quiet, { bytes: BYTES, everyMs: 10 });
  await expect.poll(sizes).toEqual([`disk-reserve ${BYTES}`]);
  expect(reserve.release()).toBe(true);
  await expect.poll(sizes).toEqual([`disk-reserve ${BYTES}`]);
  await reserve.stop();
  expect(reserve.release()).toBe(true);
  expect(reserve.release()).toBe(false);
  expect(sizes()).toEqual([]);
});

test('a server that cannot start on a full disk gets the space of the reserve', async () => {
  const reserve = holdReserve(home, quiet, { bytes: BYTES, everyMs: 1_000 });
  await expect.poll(sizes, { timeout: 5_000 }).toEqual([`disk-reserve ${BYTES}`]);
  const file = path.join(home, 'disk-reserve');
  // A fake Postgres that reports a full disk as long as the reserve exists.
  const postgres = path.join(home, 'postgres');
  const full = 'startup|PANIC:  could not write to file \\"pg_wal/xlogtemp.42\\": No space left on device';
  fs.writeFileSync(postgres, `#!/bin/sh\n[ -e ${file} ] && echo "${full}" >&2 || echo "startup|FATAL:  started with room" >&2\nexit 1\n`, {
    mode: 0o755,
  });
  const cluster = path.join(home, 'cluster');
  fs.mkdirSync(cluster, { mode: 0o700 });
  const warned: string[] = [];
  const started = superviseServer({
    ...{ cluster, binaries: { postgres, initdb: '', version: '18.4' }, account: undefined, durable: true, settings: {} },
    log: { ...quiet, warn: (message) => warned.push(message) },
    makeRoom: reserve.release,
  });
  await expect(started).rejects.toThrow('started with room');
  expect(warned).toContain('Disk full: released the disk reserve so that the database can recover');
  await reserve.stop();
});
