import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, stream } from '#test/pdfs.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { scanPdf } from './scan-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-pdf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const outcome = (work: Promise<unknown>) =>
  work.then(String, ({ status, code, cause }) => [status, code, cause?.message ?? ''].join(' ').trim());
const workerThat = async (does: string) => {
  const file = path.join(folder, `${crypto.randomUUID()}.mjs`);
  await writeFile(file, does);
  return file;
};

test('pages are counted and the first one is rendered', async () => {
  const { pages, preview } = await inspectPdf(pdf({ pages: 3 }));
  const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true });
  expect([pages, info.width, info.height]).toEqual([3, 600, 900]);
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] as number;
  expect([at(50, 850) < 20, at(500, 50) > 235]).toEqual([true, true]);
});

test.each<[string, Buffer, string]>([
  ['an open action with a script', pdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }), '422 pdf_scripted'],
  ['an escaped name', pdf({ catalog: '/OpenAction << /S /J#61v#61Scr#69pt /JS (x) >>' }), '422 pdf_scripted'],
  ['a launch action', pdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), '422 pdf_scripted'],
  ['an embedded file', pdf({ objects: [stream('MZ', '/Type /EmbeddedFile')] }), '422 pdf_attachments'],
  [
    'a script in a compressed object stream',
    pdf({ catalog: '/OpenAction 20 0 R', objects: [stream('20 0 << /S /JavaScript /JS (x) >>', '/Type /ObjStm /N 1 /First 5', true)] }),
    '422 pdf_scripted',
  ],
  ['an object stream with an unknown filter', pdf({ objects: [stream('x', '/Type /ObjStm /Filter /LZWDecode')] }), '422 pdf_hidden'],
  ['encryption', pdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 >>' }), '422 pdf_encrypted'],
  ['no objects', Buffer.from('%PDF-1.7\nnothing\n%%EOF'), '422 pdf_broken'],
  ['no pages', pdf({ pages: 0 }), '422 pdf_broken'],
])('a PDF with %s is refused', async (_, bytes, expected) => {
  expect(await outcome(inspectPdf(bytes))).toBe(expected);
});

test('the text of a page may be about scripts', () => {
  expect(scanPdf(pdf({ objects: [stream('(/JavaScript) Tj', '', true)] }))).toBe(undefined);
});

test('the worker cannot write, read other files, start programs or load native code, and is stopped', async () => {
  for (const [does, error] of [
    ["import fs from 'node:fs'; fs.writeFileSync('/tmp/talewood-escaped', 'x');", /ERR_ACCESS_DENIED/],
    ["import fs from 'node:fs'; fs.readFileSync('/etc/passwd');", /ERR_ACCESS_DENIED/],
    ["import { execSync } from 'node:child_process'; execSync('true');", /ERR_ACCESS_DENIED/],
    ["process.dlopen({ exports: {} }, '/none.node');", /ERR_DLOPEN_DISABLED/],
    ['process.stderr.write(JSON.stringify(process.env)); process.exit(1);', /exited with 1: \{[^}]{0,60}\}$/],
    ['for (;;);', /killed after 500 ms/],
  ] as const)
    expect(
      await outcome(inspectPdf(Buffer.from('%PDF-'), { worker: await workerThat(does), timeoutMs: does === 'for (;;);' ? 500 : 20_000 })),
    ).toMatch(error);
  const greedy = await workerThat('const kept = []; for (;;) kept.push(Buffer.alloc(50_000_000, 1));');
  expect(await outcome(inspectPdf(Buffer.from('%PDF-'), { worker: greedy }))).toMatch(/^422 pdf_too_hard/);
});
