import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plain } from '#test/pictures.ts';
import { encodePicture } from './encode-picture.ts';
import { readResult, writeResult } from './result.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-worker-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A replacement for the worker. */
async function workerThat(does: string): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.mjs`);
  await writeFile(file, does);
  return file;
}
const refusal = (work: Promise<unknown>) => work.then(String, ({ status, code, cause }) => [status, code, String(cause)].join(' '));

test('a worker that takes too long is killed, and the image is rejected', async () => {
  const worker = await workerThat('process.stderr.write(String(process.pid)); setInterval(() => {}, 1000);');
  expect(await refusal(encodePicture(Buffer.from('x'), { worker, timeoutMs: 300 }))).toMatch(/^422 picture_too_hard .*killed after 300 ms/);
});

test('a worker that uses too much memory is killed without affecting the process', async () => {
  const worker = await workerThat('const kept = []; for (;;) kept.push(Buffer.alloc(50_000_000, 1));');
  expect(await refusal(encodePicture(Buffer.from('x'), { worker, memoryKb: 900_000 }))).toMatch(/^422 picture_too_hard/);
  const picture = await encodePicture(await plain(20, 20).png().toBuffer());
  expect(picture).toMatchObject({ width: 20, height: 20 });
});

test('a worker that exits, returns nothing or endless output is an error', async () => {
  const ends = await workerThat('process.stderr.write("the reason"); process.exit(3);');
  expect(await refusal(encodePicture(Buffer.alloc(5_000_000), { worker: ends }))).toMatch(/^422 .*exited with 3: the reason/);
  const talks = await workerThat(
    'const part = Buffer.alloc(1e6); const more = () => { while (process.stdout.write(part)); process.stdout.once("drain", more); }; more();',
  );
  expect(await refusal(encodePicture(Buffer.from('x'), { worker: talks }))).toMatch(/^422 .*wrote more than/);
  const silent = await workerThat('');
  expect(await refusal(encodePicture(Buffer.from('x'), { worker: silent }))).toMatch(/^422 picture_too_hard/);
});

test('the worker inherits no environment variables', async () => {
  const worker = await workerThat('process.stderr.write(JSON.stringify(process.env)); process.exit(1);');
  process.env.TALEWOOD_TEST_SETTING = 'hidden';
  const said = await refusal(encodePicture(Buffer.from('x'), { worker }));
  delete process.env.TALEWOOD_TEST_SETTING;
  expect(said).not.toContain('hidden');
  expect(said).not.toContain('HOME');
});

test('worker output is accepted only when well-formed', () => {
  const file = { name: '20.webp', type: 'image/webp', bytes: Buffer.from('abc') };
  const good = { hash: 'a'.repeat(20), width: 20, height: 10, files: [file, { ...file, name: '20.avif', type: 'image/avif' }] };
  expect(readResult(writeResult(good))).toEqual(good);
  expect(readResult(writeResult('broken'))).toBe('broken');
  expect(() => readResult(Buffer.concat([writeResult(good), Buffer.from('more')]))).toThrow('wrong length');
  for (const wrong of [
    { ...good, hash: '../x' },
    { ...good, files: [{ ...file, name: '../../x.webp' }, file] },
    { ...good, width: 0 },
    { ...good, files: [] },
  ])
    expect(() => readResult(writeResult(wrong))).toThrow();
});
