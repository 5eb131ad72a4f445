import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import wawoff2 from 'wawoff2';
import { taleFields } from '#src/features/tales/fields.ts';

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
  const basics = faces.filter((face) => face.family === family && face.part === 'basic');
  expect(basics).toHaveLength(count);
  for (const basic of basics) {
    const rest = findFace(family, 'rest', basic.style);
    const original = await readOriginal(basic);
    expect([...basic.range].filter((character) => rest.range.has(character))).toEqual([]);
    for (const { range, glyphs } of [basic, rest])
      expect(list([...range].filter((each) => original.glyphs.has(each) && !glyphs.has(each)))).toEqual([]);
    expect(new Set([...basic.range, ...rest.range])).toEqual(original.range);
  }
});

test.each(Object.keys(FAMILIES))('the small file of %s has every character that one in 20 starter tales uses', (family) => {
  const tales = readTexts('library/tales/*.md').map(
    (text) => new Set(text.slice(text.indexOf('\n---\n', 4)).replace(/[\s*_#>\\[\]]/g, '')),
  );
  expect(tales.length).toBeGreaterThan(100);
  const used = new Set(tales.flatMap((tale) => [...tale]));
  const common = [...used].filter((character) => tales.filter((tale) => tale.has(character)).length > tales.length / 20);
  expect(common.length).toBeGreaterThan(60);
  const { range, glyphs } = findFace(family, 'basic', '400-normal');
  expect(list(points(common).filter((each) => !range.has(each) || !glyphs.has(each)))).toEqual([]);
});

test.each(['Alegreya', 'Alegreya Sans'])('%s has every character of the starter library and of the interface', (family) => {
  const own = faces.filter((face) => face.family === family && face.style === '400-normal');
  const used = new Set(
    [...readTexts('library/**/*.md'), ...readTexts('pages/*'), ...readTexts('src/**/*.tsx')].join('').replace(/\s/g, ''),
  );
  const missing = points([...used].filter((character) => !SYMBOLS.includes(character))).filter(
    (each) => !own.some(({ range, glyphs }) => range.has(each) && glyphs.has(each)),
  );
  expect(list(missing)).toEqual([]);
});

test('headings keep their kerning', async () => {
  const basic = findFace('IM Fell Double Pica', 'basic', '400-normal');
  const original = await readOriginal(basic);
  // The glyphs keep their ids.
  const ids = new Set(basic.glyphs.values());
  const wanted = [...original.kerning].filter(([pair]) => pair.split(' ').every((id) => ids.has(Number(id))));
  expect(wanted.length).toBeGreaterThan(1000);
  expect(wanted.filter(([pair, value]) => basic.kerning.get(pair) !== value)).toEqual([]);
  for (const character of points(['A', 'V'])) expect(basic.glyphs.get(character)).toBe(original.glyphs.get(character));
});

test.each(Object.keys(FAMILIES))('the small file of %s has every character of the choices of a tale, which lists show', (family) => {
  const labels = Object.values(taleFields).flatMap((field) => ('options' in field ? Object.values(field.options) : []));
  expect(labels).toContain('Ages 13+');
  const { range, glyphs } = findFace(family, 'basic', '400-normal');
  expect(list(points([...new Set(labels.join(''))]).filter((each) => !range.has(each) || !glyphs.has(each)))).toEqual([]);
});

function findFace(family: string, part: string, style: string): Face {
  const face = faces.find((each) => each.family === family && each.part === part && each.style === style);
  if (face === undefined) throw new Error(`The build has no ${part} file of ${family} ${style}.`);
  return face;
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
