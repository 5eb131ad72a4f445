import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import wawoff2 from 'wawoff2';
import { findTable, joinTables } from './font-tables.ts';
import { type Precision, simplifyOutlines } from './simplify-outlines.ts';

/** Characters of nearly every page, and letters that several names and sources of the starter library have. */
const ENGLISH = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \u00a0\u00ad!"%&\'()+,-./:;?©·×‘’“”–—…';
const ACCENTED = 'áäéíóöøü';
const SMALL_LETTERS = "abcdefghijklmnopqrstuvwxyz \u00a0\u00ad!&'(),-.:;?’";

/** Common characters of faces that pages use for less. In headings accented letters are rare, but for one on the home page. */
const COMMON: Record<string, string> = {
  'im-fell-double-pica-latin-400-normal': `${ENGLISH}ø`,
  'im-fell-double-pica-latin-400-italic': SMALL_LETTERS,
  'alegreya-sc-latin-400-normal': SMALL_LETTERS,
};

/** What fonts apply by default. Lining and tabular figures are added for the faces in which src/ui/styles asks for them. */
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk'];
const FIGURES: [name: RegExp, features: string[]][] = [
  [/^alegreya-sans-/, ['lnum', 'tnum']],
  [/^alegreya-latin-\d+-normal$/, ['lnum']],
];

/**
 * Faces with simpler outlines: those of headings, traced from old prints, by up to half a device pixel in the largest initial of a phone, and
 * those of texts, by a seventh. In the others nearly every point matters.
 */
const SIMPLER: [name: RegExp, precision: Precision][] = [
  [/^im-fell-/, { tolerance: 4, grid: 4 }],
  [/^alegreya-(?:sc-)?latin-/, { tolerance: 2.5, grid: 2 }],
];

const FACE = /@font-face\s*\{[^}]*\}/g;
const SOURCE = /url\(["']?([^"')]*\/(@fontsource\/[\w-]+\/files\/([\w-]+-latin)-(\d+-\w+)\.woff2))["']?\)/;
const RANGE = /unicode-range:\s*([^;}]*)/;

/**
 * Splits each face of Latin letters by `unicode-range`: `basic`, which most pages need, and `rest`, the other characters of the original. Both
 * lack features that no style uses, and hinting. Some have simpler outlines.
 */
export function subsetFonts(): Plugin {
  let root = '';
  let folder = '';
  let isFound = false;
  return {
    name: 'subset-fonts',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
      folder = path.join(config.cacheDir, 'fonts');
    },
    async transform(code, id) {
      const [file = ''] = id.split('?');
      const faces = [...code.matchAll(FACE)].map(([face]) => face).filter((face) => SOURCE.test(face));
      if (!file.endsWith('.css') || faces.length === 0) return null;
      isFound = true;
      await mkdir(folder, { recursive: true });
      const hb = await loadHarfBuzz();
      let split = code;
      for (const face of faces) {
        const [, url = '', source = '', name = '', style = ''] = SOURCE.exec(face) ?? [];
        const common = points(COMMON[`${name}-${style}`] ?? ENGLISH + ACCENTED);
        const range = parseRange(RANGE.exec(face)?.[1] ?? '');
        const rest = range.filter((character) => !common.includes(character));
        const parts: string[] = [];
        // A face with some characters of another family has the same small file.
        for (const [part, characters, isIn] of [
          ['basic', common, range.filter((character) => common.includes(character))],
          ['rest', rest, rest],
        ] as const) {
          if (isIn.length === 0) continue;
          const target = path.join(folder, `${name}-${part}-${style}.woff2`);
          const font = Buffer.from(await wawoff2.decompress(await readFile(path.join(root, 'node_modules', source))));
          await writeFile(target, await wawoff2.compress(subset(hb, font, `${name}-${style}`, characters)));
          const own = path.relative(path.dirname(file), target);
          parts.push(face.replace(url, own).replace(RANGE, `unicode-range: ${formatRange(isIn)}`));
        }
        split = split.replace(face, parts.join('\n'));
      }
      return { code: split, map: null };
    },
    buildEnd(error) {
      if (error === undefined && !isFound) this.error('No face of Latin letters found; update vite/subset-fonts.ts.');
    },
  };
}

function points(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0);
}

/** Parses ranges such as `U+0000-00FF, U+0131, U+20??`. */
function parseRange(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    const start = Number.parseInt(first.replaceAll('?', '0'), 16);
    return Array.from({ length: Number.parseInt(last.replaceAll('?', 'F'), 16) - start + 1 }, (_, index) => start + index);
  });
}

/** Formats ascending code points. */
function formatRange(characters: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const character of characters) {
    const run = runs.at(-1);
    if (run?.last === character - 1) run.last = character;
    else runs.push({ first: character, last: character });
  }
  const hex = (character: number) => character.toString(16).toUpperCase();
  return runs.map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(', ');
}

/** Constants of hb-subset.h. */
const DROPPED_TABLES = 3;
const NAME_IDS = 4;
const LAYOUT_FEATURES = 6;
const NO_HINTING = 0x01;
const RETAIN_GLYPH_IDS = 0x02;
const KEEP_UNKNOWN_TABLES = 0x20;
const WRITABLE = 2;

/** Names that the license asks for: copyright and license. A changed font may not have a reserved name, and browsers need none. */
const KEPT_NAMES = [0, 14];

/** Hints that change nothing. FreeType widens letters of fonts without any. */
const EMPTY_HINTS = Buffer.alloc(8);

type Functions =
  | `hb_blob_${'create' | 'get_data' | 'get_length'}`
  | `hb_face_${'create' | 'reference_blob'}`
  | `hb_set_${'add' | 'clear' | 'del'}`
  | `hb_subset_${'or_fail' | 'input_create_or_fail' | 'input_set' | 'input_set_flags' | 'input_unicode_set'}`;
type HarfBuzz = { memory: WebAssembly.Memory } & Record<'_initialize' | 'malloc' | Functions, (...values: number[]) => number>;

async function loadHarfBuzz(): Promise<HarfBuzz> {
  const code = await readFile(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
  const hb = (await WebAssembly.instantiate(code)).instance.exports as HarfBuzz;
  hb._initialize();
  return hb;
}

/** Returns a TrueType font with some of the characters. Frees nothing, as the instance serves one build. */
function subset(hb: HarfBuzz, font: Buffer, name: string, characters: readonly number[]): Buffer {
  const bytes = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, bytes);
  const face = hb.hb_face_create(hb.hb_blob_create(bytes, font.length, WRITABLE, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  const choose = (set: number, values: readonly number[]) => {
    hb.hb_set_clear(set);
    for (const value of values) hb.hb_set_add(set, value);
  };
  choose(hb.hb_subset_input_unicode_set(input), characters);
  choose(hb.hb_subset_input_set(input, NAME_IDS), KEPT_NAMES);
  const figures = FIGURES.filter(([face]) => face.test(name)).flatMap(([, features]) => features);
  choose(
    hb.hb_subset_input_set(input, LAYOUT_FEATURES),
    [...FEATURES, ...figures].map((feature) => Buffer.from(feature).readUInt32BE()),
  );
  // The old table of kerning is only copied: its glyph ids have to stay.
  const hasKern = findTable(font, 'kern') !== undefined;
  if (hasKern) hb.hb_set_del(hb.hb_subset_input_set(input, DROPPED_TABLES), Buffer.from('kern').readUInt32BE());
  hb.hb_subset_input_set_flags(input, hasKern ? NO_HINTING | RETAIN_GLYPH_IDS | KEEP_UNKNOWN_TABLES : NO_HINTING);
  const result = hb.hb_subset_or_fail(face, input);
  if (result === 0) throw new Error('HarfBuzz could not create a subset of a font.');
  const blob = hb.hb_face_reference_blob(result);
  const start = hb.hb_blob_get_data(blob, 0);
  const subset = Buffer.from(new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob)));
  const hinted = joinTables(subset, { prep: EMPTY_HINTS });
  if (hasKern) clearKernPairs(hinted);
  const [, precision] = SIMPLER.find(([face]) => face.test(name)) ?? [];
  return precision === undefined ? hinted : simplifyOutlines(hinted, precision);
}

const KERN_HEADER = 18;
const PAIR = 6;

/** Removes kerning of glyphs that the subset lacks (their advance is 0): two kilobytes of a display face. The rest stays in order. */
function clearKernPairs(font: Buffer): void {
  const [kern, metrics, header] = ['kern', 'hmtx', 'hhea'].map((tag) => findTable(font, tag));
  if (!kern || !metrics || !header || kern.readUInt32BE(0) !== 1) throw new Error('A font has another kind of kerning table.');
  const lastMetric = header.readUInt16BE(34) - 1;
  const hasGlyph = (at: number) => metrics.readUInt16BE(4 * Math.min(kern.readUInt16BE(at), lastMetric)) > 0;
  let end = KERN_HEADER;
  for (let at = KERN_HEADER; at + PAIR <= kern.length; at += PAIR) {
    if (hasGlyph(at) && hasGlyph(at + 2)) end += kern.copy(kern, end, at, at + PAIR);
  }
  kern.fill(0, end);
  // Browsers check all fields for binary search.
  const pairs = (end - KERN_HEADER) / PAIR;
  const selector = Math.floor(Math.log2(Math.max(pairs, 1)));
  const range = Math.min(2 ** selector, pairs) * PAIR;
  for (const [at, value] of [
    [6, end - 4],
    [10, pairs],
    [12, range],
    [14, selector],
    [16, pairs * PAIR - range],
  ] as const)
    kern.writeUInt16BE(value, at);
}
