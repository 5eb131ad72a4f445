import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import wawoff2 from 'wawoff2';

/** Characters of nearly every page. Each further one lengthens six files of a page. */
const ENGLISH = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \u00a0\u00ad!"%&\'()+,-./:;?©·×‘’“”–—…';
/** Letters in names and sources of the starter library; in headings, whose outlines are four times as large, they are rare. */
const ACCENTED = 'ÄÉÓÖÜßàáâäçèéíñóôöøüý';

/** What fonts apply by default, and lining and tabular figures: src/ui/styles asks for no other features. */
const FEATURES = ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'];

const FACE = /@font-face\s*\{[^}]*\}/g;
const SOURCE = /url\(["']?([^"')]*\/(@fontsource\/[\w-]+\/files\/([\w-]+-latin)-(\d+-\w+)\.woff2))["']?\)/;
const RANGE = /unicode-range:\s*([^;}]*)/;

/**
 * Splits each face of Latin letters by `unicode-range`: `basic`, which most pages need, and `rest`, the other characters of the original.
 * Both lack features that no style uses. Hinting stays, as FreeType widens letters without it.
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
        const font = Buffer.from(await wawoff2.decompress(await readFile(path.join(root, 'node_modules', source))));
        const parts: string[] = [];
        for (const [part, characters] of Object.entries(
          divide(parseRange(RANGE.exec(face)?.[1] ?? ''), name.startsWith('im-fell') ? ENGLISH : ENGLISH + ACCENTED),
        )) {
          const target = path.join(folder, `${name}-${part}-${style}.woff2`);
          await writeFile(target, await wawoff2.compress(subset(hb, font, characters)));
          const own = path.relative(path.dirname(file), target);
          parts.push(face.replace(url, own).replace(RANGE, `unicode-range: ${formatRange(characters)}`));
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

function divide(characters: readonly number[], common: string): { basic: number[]; rest: number[] } {
  const isCommon = (character: number) => common.includes(String.fromCodePoint(character));
  return { basic: characters.filter(isCommon), rest: characters.filter((each) => !isCommon(each)) };
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
const LAYOUT_FEATURES = 6;
const RETAIN_GLYPH_IDS = 0x02;
const KEEP_UNKNOWN_TABLES = 0x20;
const WRITABLE = 2;

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
function subset(hb: HarfBuzz, font: Buffer, characters: readonly number[]): Buffer {
  const bytes = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, bytes);
  const face = hb.hb_face_create(hb.hb_blob_create(bytes, font.length, WRITABLE, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  const unicodes = hb.hb_subset_input_unicode_set(input);
  for (const character of characters) hb.hb_set_add(unicodes, character);
  const features = hb.hb_subset_input_set(input, LAYOUT_FEATURES);
  hb.hb_set_clear(features);
  for (const feature of FEATURES) hb.hb_set_add(features, Buffer.from(feature).readUInt32BE());
  // The old table of kerning is only copied: its glyph ids have to stay.
  const hasKern = findTable(font, 'kern') !== undefined;
  if (hasKern) {
    hb.hb_set_del(hb.hb_subset_input_set(input, DROPPED_TABLES), Buffer.from('kern').readUInt32BE());
    hb.hb_subset_input_set_flags(input, RETAIN_GLYPH_IDS | KEEP_UNKNOWN_TABLES);
  }
  const result = hb.hb_subset_or_fail(face, input);
  if (result === 0) throw new Error('HarfBuzz could not create a subset of a font.');
  const blob = hb.hb_face_reference_blob(result);
  const start = hb.hb_blob_get_data(blob, 0);
  const subset = Buffer.from(new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob)));
  if (hasKern) clearKernPairs(subset);
  return subset;
}

function findTable(font: Buffer, tag: string): Buffer | undefined {
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const start = font.readUInt32BE(at + 8);
    if (font.toString('latin1', at, at + 4) === tag) return font.subarray(start, start + font.readUInt32BE(at + 12));
  }
  return undefined;
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
