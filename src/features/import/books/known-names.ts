/** Who a name, or a line about where a tale comes from, stands for. The lists beside it are data: names and adjectives, no rules. */
import { readFileSync } from 'node:fs';

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const { names, anthologists } = read('./known-names.json') as { names: Record<string, string[]>; anthologists: string[] };
const traditions = read('./traditions.json') as Record<string, string[]>;

const NAMES = new Map(Object.entries(names).flatMap(([name, others]) => others.map((other) => [other, name])));
const TRADITIONS = Object.entries(traditions).flatMap(([name, words]) => words.map((word) => ({ name, phrase: ` ${word} ` })));

/** The name under which the site has a person: `Grimm Brothers` becomes `The Brothers Grimm`; others stay as they are. */
export function knownName(name: string): string {
  return NAMES.get(plainWords(name)) ?? name;
}

/** Somebody we know whose name is all there is, but for small words: `By the Comte de Caylus`, `From the German of Hans Andersen`. */
export function knownPersonIn(line: string): string | undefined {
  const words = plainWords(line).replace(
    /^(?:translated |adapted |taken |shortened )?(?:(?:from|by|after) )?(?:the (?:german|danish|french|swedish) of )?/,
    '',
  );
  const behindPar = / (?:par|by|von) (.+)$/.exec(` ${words}`)?.[1];
  return NAMES.get(words) ?? NAMES.get(words.replace(/^the /, '')) ?? (behindPar === undefined ? undefined : NAMES.get(behindPar));
}

/** The tradition that the line names: `From the Icelandic` is told by the storytellers of Iceland. */
export function traditionIn(line: string): string | undefined {
  const words = ` ${plainWords(line)} `;
  return TRADITIONS.find(({ phrase }) => words.includes(phrase))?.name;
}

/** One who gathered tales from printed books: they are not known by this name. */
export function isAnthologist(name: string): boolean {
  return anthologists.includes(knownName(name));
}

/** Small letters without accents and signs, parted by single spaces. */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ø/gi, 'o')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
