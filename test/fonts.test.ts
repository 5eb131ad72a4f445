import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import wawoff2 from 'wawoff2';
import { taleFields } from '#src/features/tales/fields.ts';
import { simplifyContour } from '../vite/simplify-outlines.ts';

/** The fonts of the build, which vite/subset-fonts.ts divides by characters. */

const root = path.resolve(import.meta.dirname, '..');
const assets = path.join(root, 'dist/client/assets');

type Font = { glyphs: Map<number, number>; kerning: Map<string, number> };
type Face = Font & { family: string; file: string; part: string; style: string; range: Set<number> };

const FACE =
  /@font-face\{font-family:"?([^;"]+)"?;[^}]*\/assets\/(([\w-]+)-latin-(basic|rest|ext)-(\d+-\w+)-[\w-]{7}\.woff2)[^}]*unicode-range:([^;}]+)/g;

/** Families with texts of any kind, and how many faces each has. */
const FAMILIES = { Alegreya: 4, 'Alegreya SC': 1, 'Alegreya Sans': 2, 'IM Fell Double Pica': 2 };

/** Characters that our fonts lack; the device's own are shown. */
const SYMBOLS = '⌘⇧⌥✦⁂→ɛ';

const faces = await readFaces();

test.each(Object.entries(FAMILIES))('the division of %s keeps each character', async (family, count) => {
  const own = faces.filter((face) => face.family === family && face.file.startsWith(`${fileName(family)}-latin`));
  const basics = own.filter(({ part }) => part === 'basic');
  expect(basics).toHaveLength(count);
  for (const basic of basics) {
    const parts = findFaces(family, basic.style).filter(({ part }) => part !== 'ext');
    const original = await readOriginal(basic);
    const characters = parts.flatMap(({ range }) => [...range]);
    expect(new Set(characters)).toEqual(original.range);
    expect(characters).toHaveLength(original.range.size);
    for (const { range, glyphs } of parts)
      expect(list([...range].filter((each) => original.glyphs.has(each) && !glyphs.has(each)))).toEqual([]);
  }
});

test.each(Object.keys(FAMILIES))('the small files of %s have every character that one in 20 starter tales uses', (family) => {
  const tales = readTexts('library/tales/*.md').map(
    (text) => new Set(text.slice(text.indexOf('\n---\n', 4)).replace(/[\s*_#>\\[\]]/g, '')),
  );
  expect(tales.length).toBeGreaterThan(100);
  const used = new Set(tales.flatMap((tale) => [...tale]));
  const common = [...used].filter((character) => tales.filter((tale) => tale.has(character)).length > tales.length / 20);
  expect(common.length).toBeGreaterThan(60);
  expect(findMissing(common, findBasics(family))).toEqual([]);
});

test.each(['Alegreya', 'Alegreya Sans'])('%s has every character of the starter library and of the interface', (family) => {
  const used = new Set(
    [...readTexts('library/**/*.md'), ...readTexts('pages/*'), ...readTexts('src/**/*.tsx')].join('').replace(/\s/g, ''),
  );
  const characters = [...used].filter((character) => !SYMBOLS.includes(character));
  expect(findMissing(characters, findFaces(family, '400-normal'))).toEqual([]);
});

test('headings keep their kerning', async () => {
  const [basic] = findBasics('IM Fell Double Pica') as [Face];
  const original = await readOriginal(basic);
  // The glyphs keep their ids.
  const ids = new Set(basic.glyphs.values());
  const wanted = [...original.kerning].filter(([pair]) => pair.split(' ').every((id) => ids.has(Number(id))));
  expect(wanted.length).toBeGreaterThan(1000);
  expect(wanted.filter(([pair, value]) => basic.kerning.get(pair) !== value)).toEqual([]);
  for (const character of points(['A', 'V'])) expect(basic.glyphs.get(character)).toBe(original.glyphs.get(character));
});

test.each(Object.keys(FAMILIES))('the small files of %s have every character of the choices of a tale, which lists show', (family) => {
  const labels = Object.values(taleFields).flatMap((field) => ('options' in field ? Object.values(field.options) : []));
  expect(labels).toContain('Ages 13+');
  expect(findMissing([...new Set(labels.join(''))], findBasics(family))).toEqual([]);
});

test('the home page shows its title with the small file of italic headings', () => {
  const [home = ''] = readTexts('src/web/home/*.tsx').flatMap((text) => /<em>([^<]+)<\/em>/.exec(text)?.[1] ?? []);
  expect(home).toMatch(/^\w/);
  const italic = findFaces('IM Fell Double Pica', '400-italic').filter(({ part }) => part === 'basic');
  expect(findMissing([...home], italic)).toEqual([]);
});

test('a simpler outline has fewer points and the same shape', () => {
  const [radius, count] = [700, 240];
  const circle = Array.from({ length: count }, (_, index) => {
    // A control lies outside the circle.
    const distance = index % 2 === 0 ? radius : radius / Math.cos((2 * Math.PI) / count);
    const angle = (2 * Math.PI * index) / count;
    return { x: Math.round(distance * Math.cos(angle)), y: Math.round(distance * Math.sin(angle)), isOn: index % 2 === 0 };
  });
  const simple = simplifyContour(circle, { tolerance: 4, grid: 4 });
  expect(simple.length).toBeGreaterThan(7);
  expect(simple.length).toBeLessThan(count / 4);
  for (const [x, y] of flatten(simple)) expect(Math.abs(Math.hypot(x, y) - radius)).toBeLessThan(7);
});

test('a simpler outline keeps corners', () => {
  const corners = [
    { x: 0, y: 0, isOn: true },
    { x: 400, y: 0, isOn: true },
    { x: 400, y: 400, isOn: true },
    { x: 0, y: 400, isOn: true },
  ];
  const sides = corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return Array.from({ length: 10 }, (_, step) => ({
      x: corner.x + ((next.x - corner.x) * step) / 10,
      y: corner.y + ((next.y - corner.y) * step) / 10,
      isOn: true,
    }));
  });
  expect(simplifyContour(sides, { tolerance: 4, grid: 4 })).toEqual(corners);
});

/** Returns places of the curves of a contour whose points are as in TrueType. */
function flatten(contour: { x: number; y: number; isOn: boolean }[]): [x: number, y: number][] {
  return contour.flatMap((point, index) => {
    if (point.isOn) return [[point.x, point.y] as [number, number]];
    const [before, after] = [contour.at(index - 1) ?? point, contour[(index + 1) % contour.length] ?? point];
    const end = (other: typeof point, axis: 'x' | 'y') => (other.isOn ? other[axis] : (other[axis] + point[axis]) / 2);
    const middle = (axis: 'x' | 'y') => (end(before, axis) + 2 * point[axis] + end(after, axis)) / 4;
    return [[middle('x'), middle('y')] as [number, number]];
  });
}

function fileName(family: string): string {
  return family.toLowerCase().replaceAll(' ', '-');
}

function findFaces(family: string, style: string): Face[] {
  return faces.filter((face) => face.family === family && face.style === style);
}

/** Returns the roman faces that most pages load. */
function findBasics(family: string): Face[] {
  return findFaces(family, '400-normal').filter(({ part }) => part === 'basic');
}

function findMissing(characters: string[], among: Face[]): string[] {
  return list(points(characters).filter((each) => !among.some(({ range, glyphs }) => range.has(each) && glyphs.has(each))));
}

function readTexts(pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .filter((name) => !name.includes('.test.'))
    .map((name) => readFileSync(path.join(root, name), 'utf8'));
}

async function readFaces(): Promise<Face[]> {
  const styles = readdirSync(assets).find((name) => /^app-.*\.css$/.test(name));
  const css = readFileSync(path.join(assets, styles ?? ''), 'utf8');
  const found: Face[] = [];
  // One after another: wawoff2 reuses its memory.
  for (const [, family = '', file = '', , part = '', style = '', range = ''] of css.matchAll(FACE))
    found.push({ family, file, part, style, range: parseRange(range), ...(await readFont(path.join(assets, file))) });
  return found;
}

async function readOriginal({ file, style }: Face): Promise<Font & { range: Set<number> }> {
  const name = file.replace(/-latin-.*/, '');
  const folder = path.join(root, 'node_modules/@fontsource', name);
  const ranges = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as { latin: string };
  return { range: parseRange(ranges.latin), ...(await readFont(path.join(folder, `files/${name}-latin-${style}.woff2`))) };
}

function parseRange(range: string): Set<number> {
  const parts = range.split(',').map((part) => part.trim().slice('U+'.length).split('-'));
  return new Set(
    parts.flatMap(([first = '', last = first]) => {
      const [from, to] = [Number.parseInt(first.replaceAll('?', '0'), 16), Number.parseInt(last.replaceAll('?', 'f'), 16)];
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    }),
  );
}

/** Reads the tables of characters and of kerning. */
async function readFont(name: string): Promise<Font> {
  const font = Buffer.from(await wawoff2.decompress(readFileSync(name)));
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  return { glyphs: readGlyphs(tables.get('cmap') as Buffer), kerning: readKerning(tables.get('kern')) };
}

/** Returns glyph ids by code point, from the subtables of format 4. */
function readGlyphs(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let record = 4; record < 4 + 8 * cmap.readUInt16BE(2); record += 8) {
    const table = cmap.subarray(cmap.readUInt32BE(record + 4));
    if (table.readUInt16BE(0) !== 4) continue;
    const size = table.readUInt16BE(6);
    for (let at = 14; at < 14 + size; at += 2) {
      const [last, first] = [table.readUInt16BE(at), table.readUInt16BE(at + size + 2)];
      const [delta, place] = [table.readUInt16BE(at + 2 * size + 2), at + 3 * size + 2];
      const offset = table.readUInt16BE(place);
      for (let character = first; character <= last && character < 0xffff; character += 1) {
        const id = offset === 0 ? character : table.readUInt16BE(place + offset + 2 * (character - first));
        if (id !== 0) glyphs.set(character, (id + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

/** Returns kerning by two glyph ids. */
function readKerning(kern: Buffer | undefined): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 18; kern && at < 18 + 6 * kern.readUInt16BE(10); at += 6)
    pairs.set(`${kern.readUInt16BE(at)} ${kern.readUInt16BE(at + 2)}`, kern.readInt16BE(at + 4));
  return pairs;
}

function points(characters: readonly string[]): number[] {
  return characters.map((character) => character.codePointAt(0) ?? 0);
}

function list(characters: readonly number[]): string[] {
  return characters.map((character) => `${String.fromCodePoint(character)} U+${character.toString(16)}`);
}
