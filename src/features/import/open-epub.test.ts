import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookFiles, chapter, makeEpub, makeZip, packageOf } from '#test/books.ts';
import { encodeBook } from './archive/read-epub.ts';
import { type OpenOptions, openEpub } from './book-process.ts';
import { FAULTS } from './faults.ts';
import { UnreadableBook } from './unreadable-book.ts';
import { parseBookOutput } from './worker-output.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-open-epub-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function keep(bytes: Buffer | string, ending = 'epub'): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.${ending}`);
  await writeFile(file, bytes);
  return file;
}
const refusal = (work: Promise<unknown>) => work.then(JSON.stringify, ({ status, code, cause }) => [status, code, String(cause)].join(' '));
const openBytes = async (bytes: Buffer, options: OpenOptions = {}) => openEpub(await keep(bytes), options);
const item = (id: string, href: string, type = 'application/xhtml+xml') => `<item id="${id}" href="${href}" media-type="${type}"/>`;

describe('a book', () => {
  test('is opened', async () => {
    expect(await openBytes(makeEpub({ 'OPS/one.xhtml': chapter('<p>Märchen</p>') }))).toEqual({
      title: 'A Book',
      authors: [],
      language: null,
      identifier: null,
      documents: [{ path: 'OPS/one.xhtml', html: chapter('<p>Märchen</p>') }],
      toc: [],
    });
  });

  test('is rejected with a code, a message and the file inside the book', async () => {
    const opening = openBytes(makeEpub({ 'OPS/one.xhtml': chapter('<b>') }));
    await expect(opening).rejects.toBeInstanceOf(UnreadableBook);
    await expect(opening).rejects.toMatchObject({ status: 422, code: 'broken_xml', message: expect.stringContaining('“OPS/one.xhtml”') });
  });

  test('of 60 MB and a byte, a link and a folder are not even read', async () => {
    const large = await keep('');
    await truncate(large, 60 * 1024 * 1024 + 1);
    const worker = await keep('process.exit(3)', 'mjs');
    expect(await refusal(openEpub(large, { worker }))).toMatch(/^413 too_large/);
    await truncate(large, 60 * 1024 * 1024);
    expect(await refusal(openEpub(large, { worker }))).toMatch(/^422 book_too_hard/);
    expect(await refusal(openEpub(large))).toMatch(/^422 not_a_zip/);
    expect(await refusal(openEpub(folder))).toMatch(/^422 not_a_zip/);
    const link = path.join(folder, 'link.epub');
    await symlink(await keep(makeEpub()), link);
    expect(await refusal(openEpub(link))).toContain('ELOOP');
  });

  test('that is rejected has a message for every error code', () => {
    for (const code of [...FAULTS, 'book_too_hard'] as const) expect(new UnreadableBook(code).message).toMatch(/^[A-Z].{20,}[.]$/s);
    expect(new UnreadableBook('damaged', 'a\u202e\nb'.repeat(99)).message).toMatch(/“(a\?\?b)+” in the book/);
  });
});

describe('the worker process', () => {
  /** At exit the worker reports its loaded modules, peak memory and CPU seconds, and fails so that the output is read. */
  const NETWORK = / (https?|http2|dns|tls|dgram|internal\/deps\/undici\/undici)$/;
  const report = `import { writeSync } from 'node:fs';
    process.on('exit', () => {
      const loaded = process.moduleLoadList.filter((each) => ${NETWORK}.test(each) || each === 'NativeModule zlib');
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      writeSync(2, '<' + JSON.stringify({ loaded, mb: maxRSS / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 }) + '>');
      process.exitCode = 9;
    });`;
  const flags = [`--import=data:text/javascript,${encodeURIComponent(report)}`];
  async function reported(bytes: Buffer): Promise<{ loaded: string[]; mb: number; seconds: number }> {
    const said = await refusal(openBytes(bytes, { flags }));
    return JSON.parse(/<(\{.*\})>/s.exec(said)?.[1] ?? said);
  }

  test('may write, read, start and load nothing besides its own code', async () => {
    const secret = await keep('secret', 'txt');
    const inside = path.join(folder, 'inside');
    const tries = {
      write: `fs.writeFileSync(${JSON.stringify(inside)}, 'x')`,
      temp: "fs.mkdtempSync('/tmp/talewood-')",
      read: `fs.readFileSync(${JSON.stringify(secret)})`,
      password: "fs.readFileSync('/etc/passwd')",
      settings: `fs.readdirSync(${JSON.stringify(os.homedir())})`,
      start: "child.execSync('true')",
      thread: "new worker.Worker('0', { eval: true })",
    };
    const attempts = Object.entries(tries).map(
      ([name, code]) => `try { ${code}; said.${name} = 'done'; } catch (e) { said.${name} = e.code; }`,
    );
    const worker = path.join(await mkdtemp(path.join(folder, 'worker-')), 'worker.mjs');
    await writeFile(
      worker,
      `import fs from 'node:fs'; import child from 'node:child_process'; import worker from 'node:worker_threads';
      const said = { env: Object.keys(process.env) }; ${attempts.join('\n')}
      fs.writeSync(2, '<' + JSON.stringify(said) + '>'); process.exit(9);`,
    );
    const said = JSON.parse(/<(\{.*\})>/s.exec(await refusal(openBytes(makeEpub(), { worker })))?.[1] ?? '');
    const denied = Object.fromEntries(Object.keys(tries).map((each) => [each, 'ERR_ACCESS_DENIED']));
    expect(said).toEqual({ env: [], ...denied });
  });

  test('sends no request, whatever a book refers to, and loads no network code', async () => {
    const asked: unknown[] = [];
    const server = createServer((socket) => asked.push(socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const far = chapter(
      `<img src="${at}/a.png"/><script src="${at}/a.js"/><iframe src="${at}/"/><object data="${at}/x"/>`,
      `<?xml-stylesheet href="${at}/a.css"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "${at}/xhtml11.dtd">`,
    );
    const opf = packageOf({ items: item('a', 'one.xhtml') + item('b', `${at}/a.css`, 'text/css'), spine: '<itemref idref="a"/>' });
    const clean = makeEpub({ 'OPS/one.xhtml': far, 'OPS/book.opf': opf });
    expect((await openBytes(clean)).documents).toHaveLength(1);
    const external = makeEpub({ 'OPS/one.xhtml': chapter('&x;', `<!DOCTYPE html [<!ENTITY x SYSTEM "${at}/x">]>`) });
    expect(await refusal(openBytes(external))).toMatch(/^422 document_type/);
    const { loaded } = await reported(clean);
    server.close();
    expect(asked).toEqual([]);
    expect(loaded).toEqual(['NativeModule zlib']);
    // Node itself uses `net` for pipes; neither our code nor the parsers import it.
    const reader = fileURLToPath(import.meta.resolve('./archive/'));
    const own = (await readdir(reader)).filter((each) => !each.endsWith('.test.ts')).map((each) => path.join(reader, each));
    const packages = ['yauzl/index.js', 'yauzl/fd-slicer.js', 'saxes/saxes.js', 'pend/index.js'].map((each) =>
      path.resolve('node_modules', each),
    );
    expect(own.length).toBeGreaterThan(5);
    for (const file of [...own, ...packages])
      expect(await readFile(file, 'utf8')).not.toMatch(
        /(from|require\(|import\()\s*['"](node:)?(net|https?|http2|dns|tls|dgram|child_process)['"/]|\bfetch\(/,
      );
  });

  test('stays below 300 MB and five seconds for the heaviest books', async () => {
    const ids = ['a', 'b'];
    const opf = packageOf({
      items: ids.map((id) => item(id, `${id}.xhtml`)).join(''),
      spine: ids.map((id) => `<itemref idref="${id}"/>`).join(''),
    });
    const words = Array.from({ length: 59_000 }, (_, at) => `<i>ж${(at * 7919).toString(36)}</i>`).join('');
    const text = chapter(`<p>${words.repeat(8)}</p>`);
    const { mb, seconds } = await reported(
      makeEpub({ 'OPS/book.opf': opf, ...Object.fromEntries(ids.map((id) => [`OPS/${id}.xhtml`, text])) }),
    );
    expect(Buffer.byteLength(text) * 2).toBeGreaterThan(14_000_000);
    expect(mb).toBeLessThan(300);
    expect(seconds).toBeLessThan(5);
  });

  test('runs out of memory without affecting anything else', async () => {
    const attributes = Array.from({ length: 300_000 }, (_, at) => `a${at}=""`).join(' ');
    const heavy = makeEpub({ 'OPS/one.xhtml': chapter(`<p ${attributes}/>`) });
    expect(await refusal(openBytes(heavy, { heapMb: 16 }))).toMatch(/^422 book_too_hard .*(SIGABRT|SIGTRAP|134|133)/);
    expect(await openBytes(makeEpub(), { heapMb: 16 })).toMatchObject({ title: 'A Book' });
  });

  test('leaves no files behind and the book unchanged', async () => {
    const bytes = makeZip([...bookFiles(), { name: 'sub/inner.zip', data: makeEpub() }]);
    const file = await keep(bytes);
    const before = await readdir(folder, { recursive: true });
    await openEpub(file);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    expect(bytes.equals(await readFile(file))).toBe(true);
  });

  test('is killed when it takes too long; crashes and endless output yield no result', async () => {
    const workerThat = (does: string) => keep(does, 'mjs');
    const hangs = await workerThat('setInterval(() => {}, 1000);');
    expect(await refusal(openBytes(makeEpub(), { worker: hangs, timeoutMs: 300 }))).toMatch(/^422 book_too_hard .*killed after 300 ms/);
    const ends = await workerThat('process.stderr.write("the reason"); process.exitCode = 3;');
    expect(await refusal(openBytes(makeEpub(), { worker: ends }))).toMatch(/^422 book_too_hard .*exited with 3: the reason/);
    const talks = await workerThat(
      'const part = Buffer.alloc(1e6); const more = () => { while (process.stdout.write(part)); process.stdout.once("drain", more); }; more();',
    );
    expect(await refusal(openBytes(makeEpub(), { worker: talks }))).toMatch(/^422 book_too_hard .*wrote more than/);
    expect(await refusal(openBytes(makeEpub(), { worker: await workerThat('') }))).toMatch(/^422 book_too_hard/);
  });

  test('is trusted only for well-formed output', () => {
    const facts = { title: 'x', authors: [], language: null, identifier: null, toc: [] };
    const good = Buffer.concat(encodeBook({ ...facts, documents: [{ path: 'a', html: Buffer.from('ä') }] }));
    expect(parseBookOutput(good)).toEqual({ ...facts, documents: [{ path: 'a', html: 'ä' }] });
    expect(() => parseBookOutput(Buffer.concat([good, Buffer.from('more')]))).toThrow('another length');
    for (const wrong of [
      { ...facts, documents: [] },
      { ...facts, documents: [{ path: 'a', size: -1 }] },
      { fault: 'other', where: null },
    ])
      expect(() => parseBookOutput(Buffer.from(`${JSON.stringify(wrong)}\n`))).toThrow();
  });
});

/** Beside the repository or its parent folder. */
const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each)) ?? '';

describe.skipIf(library === '')('the books of the library', () => {
  test('are opened with their tables of contents', async () => {
    const files = (await readdir(library, { recursive: true })).filter((each) => each.endsWith('.epub'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const book = await openEpub(path.join(library, file));
      expect(book.title).toMatch(/\w/);
      expect(book.language).toMatch(/^en/);
      expect(book.documents.length).toBeGreaterThan(5);
      expect(book.toc.length).toBeGreaterThan(20);
      const paths = book.documents.map((each) => each.path);
      for (const { href } of book.toc) expect(paths).toContain(href.split('#', 1)[0]);
    }
  });
});
