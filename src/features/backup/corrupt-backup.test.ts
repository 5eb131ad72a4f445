import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asJson, forge, forgeLike, madeUpEntries, tableOf } from '#test/backups.ts';
import { fc } from '#test/fast-check.ts';
import { pictureKeys } from '#test/full-site.ts';
import { BLOCK, END_SIZE, MOST_ENTRY, tarHead } from './archive/tar.ts';
import { MANIFEST, type Manifest, partName } from './manifest.ts';
import { verifyBackup, withBackup } from './verify-backup.ts';

const entries = madeUpEntries();
const whole = forge(entries);
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-backup-'));
  file = path.join(folder, 'a.backup');
});
afterAll(() => rm(folder, { recursive: true }));

/** What is said of a file with these bytes: the name of the error and its message, or that it is whole. */
async function judge(bytes: Uint8Array): Promise<string> {
  await writeFile(file, bytes);
  return withBackup(file, verifyBackup).then(
    () => 'whole',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

/** With another manifest. */
function changed(told: (manifest: Manifest) => unknown): Buffer {
  return forgeLike(entries, 'secret', (bytes) => bytes, told);
}

test('a bit turned anywhere is told', async () => {
  expect(await judge(whole)).toBe('whole');
  const ends = Array.from({ length: END_SIZE }, (_, at) => whole.length - 1 - at).filter((at) => at % 16 === 0);
  const places = fc.sample(fc.nat(whole.length - 1), 150);
  for (const at of [...places, ...ends, 0, 1, BLOCK - 1, BLOCK]) {
    const turned = Buffer.from(whole);
    turned[at] = (turned[at] ?? 0) ^ (1 << (at % 8));
    expect(await judge(turned), `byte ${at}`).toMatch(/^BackupFault: /);
  }
});

test('a file that ends too early or goes on too long is told', async () => {
  for (const length of [0, 1, BLOCK, END_SIZE, whole.length - 1, whole.length - BLOCK, ...fc.sample(fc.nat(whole.length - 1), 40)])
    expect(await judge(whole.subarray(0, length)), `${length} bytes`).toMatch(/^BackupFault: /);
  for (const more of [Buffer.alloc(1), Buffer.alloc(BLOCK), whole])
    expect(await judge(Buffer.concat([whole, more]))).toMatch(/^BackupFault: /);
});

test.each<[string, () => Buffer, RegExp]>([
  ['nothing', () => forge([]), /no manifest/],
  ['a manifest of nothing', () => forge([{ name: MANIFEST, bytes: asJson({}) }]), /not one that this Talewood can read/],
  ['a manifest that is no JSON', () => forge([{ name: MANIFEST, bytes: Buffer.from('{"format": 1') }]), /not one that this Talewood/],
  ['a later format', () => changed((manifest) => ({ ...manifest, format: 2 })), /made by a newer one/],
  ...[
    '../secret',
    '/etc/passwd',
    'media/../../secret',
    'media/x',
    `media/${'a'.repeat(20)}-1x1/../../1.webp`,
    'tables/public.tales/000001',
    'tables/../000001.gz',
  ].map(
    (name) =>
      [
        `an entry ${name}`,
        () => forge([{ name, bytes: Buffer.alloc(1) }, ...entries]),
        /nothing that a backup holds|not in the manifest/,
      ] as [string, () => Buffer, RegExp],
  ),
  ['a link', () => forge([{ name: 'secret', bytes: Buffer.alloc(0), head: asLink(tarHead('secret', 0)) }]), /something that no backup has/],
  [
    'an entry that says it is larger than the file',
    () => forge([{ name: 'secret', bytes: Buffer.alloc(1), head: tarHead('secret', 100_000) }]),
    /larger than it can be/,
  ],
  [
    'an entry that says it is enormous',
    () => forge([{ name: 'secret', bytes: Buffer.alloc(1), head: tarHead('secret', MOST_ENTRY + 1) }]),
    /larger than it can be/,
  ],
  [
    'bytes behind an entry',
    () => forge([{ name: 'secret', bytes: Buffer.alloc(BLOCK, 'x'), head: tarHead('secret', 1) }, ...entries]),
    /something that no backup has/,
  ],
  [
    'a part that unpacks to more than it may',
    () => forgeLike(entries, 'tables/public.tales/000001.gz', () => gzipSync(Buffer.alloc(MOST_ENTRY + 1))),
    /has more than the \d+ bytes/,
  ],
  ['a part that is not packed', () => forgeLike(entries, 'tables/public.tales/000001.gz', () => Buffer.from('x')), /cannot be unpacked/],
  [
    'other rows than the manifest says',
    () => forgeLike(entries, 'tables/public.imports/000001.gz', () => gzipSync('more\t1\t2026-01-01\n')),
    /public.imports is not as/,
  ],
  [
    'another picture than the manifest says',
    () => forgeLike(entries, `media/${pictureKeys[0]}`, () => Buffer.from('x')),
    /is not as the manifest says/,
  ],
  [
    'a table that the manifest does not know',
    () => changed((manifest) => ({ ...manifest, tables: manifest.tables.slice(1) })),
    /is not in the manifest/,
  ],
  [
    'a secret that no site starts with',
    () => forgeLike(entries, 'secret', () => Buffer.from('short\n')),
    /secret in the backup is not valid/,
  ],
  ['tables of 12 GB in a small file', bomb, /possible ZIP bomb/],
  ['a part with more than the manifest says of its table', liar, /has more than the \d+ bytes it may have/],
  ['a secret that the manifest denies', () => changed((manifest) => ({ ...manifest, has_secret: false })), /secret is not as/],
  ['something behind its manifest', () => forge([...entries, { name: 'secret', bytes: Buffer.alloc(1) }]), /behind the end/],
  [
    'a part twice',
    () => forge(entries.flatMap((entry) => (entry.name.includes('public.tales/') ? [entry, entry] : [entry]))),
    /not in its place/,
  ],
])('what was made to harm is refused: %s', async (_, make, message) => {
  const said = await judge(make());
  expect(said).toMatch(/^BackupFault: /);
  expect(said).toMatch(message);
});

/** Parts of 64 MB of nothing: 12 GB in 12 MB would take minutes to unpack; here most of them are missing. */
function bomb(): Buffer {
  const text = Buffer.alloc(MOST_ENTRY, '\n');
  const table = { ...tableOf('public.tales', '', ['number', 'hash']), rows: 200 * text.length, parts: 200, bytes: 200 * text.length };
  return forgeLike(
    entries,
    partName('public.tales', 1),
    () => gzipSync(text),
    (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((each) => (each.name === table.name ? table : each)),
    }),
  );
}

/** Without the limit by table, all of it is unpacked before it is compared with the manifest. */
function liar(): Buffer {
  return forgeLike(entries, partName('public.tales', 1), () => gzipSync(Buffer.alloc(MOST_ENTRY, '\n')));
}

/** As tar writes symbolic links, with a sum that fits. */
function asLink(head: Buffer): Buffer {
  head.write('2', 156, 'latin1');
  head.write('/etc/passwd', 157, 'latin1');
  head.write('        ', 148, 'latin1');
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return head;
}
