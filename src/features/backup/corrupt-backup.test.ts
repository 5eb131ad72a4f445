import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asJson, forge, forgeWithChange, sampleEntries, tableOf } from '#test/backups.ts';
import { fc } from '#test/fast-check.ts';
import { pictureKeys } from '#test/full-site.ts';
import { MANIFEST, type Manifest, partName } from './backup-format.ts';
import { BLOCK, END_SIZE, MAX_ENTRY_BYTES, tarHead } from './tar-archive.ts';
import { verifyBackup, withBackup } from './verify-backup.ts';

const entries = sampleEntries();
const whole = forge(entries);
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-backup-'));
  file = path.join(folder, 'a.backup');
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns name and message of the error for a file with these bytes, or 'whole'. */
async function check(bytes: Uint8Array): Promise<string> {
  await writeFile(file, bytes);
  return withBackup(file, verifyBackup).then(
    () => 'whole',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

/** With another manifest. */
function changed(told: (manifest: Manifest) => unknown): Buffer {
  return forgeWithChange(entries, 'secret', (bytes) => bytes, told);
}

test('any flipped bit is detected', async () => {
  expect(await check(whole)).toBe('whole');
  const ends = Array.from({ length: END_SIZE }, (_, at) => whole.length - 1 - at).filter((at) => at % 16 === 0);
  const places = fc.sample(fc.nat(whole.length - 1), 150);
  for (const at of [...places, ...ends, 0, 1, BLOCK - 1, BLOCK]) {
    const turned = Buffer.from(whole);
    turned[at] = (turned[at] ?? 0) ^ (1 << (at % 8));
    expect(await check(turned), `byte ${at}`).toMatch(/^BackupError: /);
  }
});

test('truncated and extended files are detected', async () => {
  for (const length of [0, 1, BLOCK, END_SIZE, whole.length - 1, whole.length - BLOCK, ...fc.sample(fc.nat(whole.length - 1), 40)])
    expect(await check(whole.subarray(0, length)), `${length} bytes`).toMatch(/^BackupError: /);
  for (const more of [Buffer.alloc(1), Buffer.alloc(BLOCK), whole])
    expect(await check(Buffer.concat([whole, more]))).toMatch(/^BackupError: /);
});

test.each<[string, () => Buffer, RegExp]>([
  ['an empty archive', () => forge([]), /no manifest/],
  ['an empty manifest', () => forge([{ name: MANIFEST, bytes: asJson({}) }]), /Unsupported manifest/],
  ['a manifest that is not JSON', () => forge([{ name: MANIFEST, bytes: Buffer.from('{"format": 1') }]), /Unsupported manifest/],
  ['a later format', () => changed((manifest) => ({ ...manifest, format: 2 })), /newer version/],
  ...[
    '../secret',
    '/etc/passwd',
    'media/../../secret',
    'media/x',
    'files/../secret',
    `files/${'a'.repeat(20)}-1x1/1.webp`,
    `media/${'a'.repeat(20)}-1x1/../../1.webp`,
    'tables/public.tales/000001',
    'tables/../000001.gz',
  ].map(
    (name) =>
      [`an entry ${name}`, () => forge([{ name, bytes: Buffer.alloc(1) }, ...entries]), /Unexpected entry|not in the manifest/] as [
        string,
        () => Buffer,
        RegExp,
      ],
  ),
  ['a link', () => forge([{ name: 'secret', bytes: Buffer.alloc(0), head: asLink(tarHead('secret', 0)) }]), /unexpected data/],
  [
    'an entry larger than the file',
    () => forge([{ name: 'secret', bytes: Buffer.alloc(1), head: tarHead('secret', 100_000) }]),
    /exceeds the maximum size/,
  ],
  [
    'an entry over the maximum size',
    () => forge([{ name: 'secret', bytes: Buffer.alloc(1), head: tarHead('secret', MAX_ENTRY_BYTES + 1) }]),
    /exceeds the maximum size/,
  ],
  [
    'data after an entry',
    () => forge([{ name: 'secret', bytes: Buffer.alloc(BLOCK, 'x'), head: tarHead('secret', 1) }, ...entries]),
    /unexpected data/,
  ],
  [
    'a part that decompresses to more than allowed',
    () => forgeWithChange(entries, 'tables/public.tales/000001.gz', () => gzipSync(Buffer.alloc(MAX_ENTRY_BYTES + 1))),
    /exceeds the allowed \d+ bytes/,
  ],
  [
    'an uncompressed part',
    () => forgeWithChange(entries, 'tables/public.tales/000001.gz', () => Buffer.from('x')),
    /cannot be decompressed/,
  ],
  [
    'rows that do not match the manifest',
    () => forgeWithChange(entries, 'tables/public.imports/000001.gz', () => gzipSync('more\t1\t2026-01-01\n')),
    /public.imports does not match/,
  ],
  [
    'an image that does not match the manifest',
    () => forgeWithChange(entries, `media/${pictureKeys[0]}`, () => Buffer.from('x')),
    /does not match the manifest/,
  ],
  [
    'a table missing in the manifest',
    () => changed((manifest) => ({ ...manifest, tables: manifest.tables.slice(1) })),
    /is not in the manifest/,
  ],
  ['an invalid secret', () => forgeWithChange(entries, 'secret', () => Buffer.from('short\n')), /secret in the backup is invalid/],
  ['12 GB of tables in a small file', bomb, /possible ZIP bomb/],
  ['a part with more rows than its table', liar, /exceeds the allowed \d+ bytes/],
  ['a secret missing in the manifest', () => changed((manifest) => ({ ...manifest, has_secret: false })), /secret does not match/],
  ['an entry after the manifest', () => forge([...entries, { name: 'secret', bytes: Buffer.alloc(1) }]), /after the end/],
  [
    'a repeated part',
    () => forge(entries.flatMap((entry) => (entry.name.includes('public.tales/') ? [entry, entry] : [entry]))),
    /out of order/,
  ],
])('rejects %s', async (_, make, message) => {
  const error = await check(make());
  expect(error).toMatch(/^BackupError: /);
  expect(error).toMatch(message);
});

/** Parts of 64 MB of zeros: unpacking 12 GB from 12 MB would take minutes, so most of them are missing. */
function bomb(): Buffer {
  const text = Buffer.alloc(MAX_ENTRY_BYTES, '\n');
  const table = { ...tableOf('public.tales', '', ['number', 'hash']), rows: 200 * text.length, parts: 200, bytes: 200 * text.length };
  return forgeWithChange(
    entries,
    partName('public.tales', 1),
    () => gzipSync(text),
    (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((each) => (each.name === table.name ? table : each)),
    }),
  );
}

/** Without the limit per table everything would be unpacked before it is compared with the manifest. */
function liar(): Buffer {
  return forgeWithChange(entries, partName('public.tales', 1), () => gzipSync(Buffer.alloc(MAX_ENTRY_BYTES, '\n')));
}

/** A symbolic link as tar writes it, with a valid checksum. */
function asLink(head: Buffer): Buffer {
  head.write('2', 156, 'latin1');
  head.write('/etc/passwd', 157, 'latin1');
  head.write('        ', 148, 'latin1');
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return head;
}
