/** Maps names and source lines to canonical authors and traditions. The lists are data files beside this one. */
import { readFileSync } from 'node:fs';

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const { names, anthologists } = read('./known-names.json') as { names: Record<string, string[]>; anthologists: string[] };
const traditions = read('./traditions.json') as Record<string, string[]>;

const NAMES = new Map(Object.entries(names).flatMap(([name, others]) => others.map((other) => [other, name])));
const TRADITIONS = Object.entries(traditions).flatMap(([name, words]) => words.map((word) => ({ name, phrase: ` ${word} ` })));

/** Returns the name that the site uses: `The Brothers Grimm` for `Grimm Brothers`; unknown names are unchanged. */
export function canonicalName(name: string): string {
  return NAMES.get(normalizeWords(name)) ?? name;
}

/**
 * Returns a known person when the line is nothing but a name and function words: `By the Comte de Caylus`, `From the German of Hans
 * Andersen`.
 */
export function knownPersonIn(line: string): string | undefined {
  const words = normalizeWords(line).replace(
    /^(?:translated |adapted |taken |shortened )?(?:(?:from|by|after) )?(?:the (?:german|danish|french|swedish) of )?/,
    '',
  );
  const behindPar = / (?:par|by|von) (.+)$/.exec(` ${words}`)?.[1];
  return NAMES.get(words) ?? NAMES.get(words.replace(/^the /, '')) ?? (behindPar === undefined ? undefined : NAMES.get(behindPar));
}

/** Returns the tradition named in the line: `From the Icelandic` belongs to the storytellers of Iceland. */
export function traditionIn(line: string): string | undefined {
  const words = ` ${normalizeWords(line)} `;
  return TRADITIONS.find(({ phrase }) => words.includes(phrase))?.name;
}

/** Returns whether the person collected tales from printed books and is not known as their author. */
export function isAnthologist(name: string): boolean {
  return anthologists.includes(canonicalName(name));
}

/** Lower case without accents and punctuation, words separated by single spaces. */
function normalizeWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ø/gi, 'o')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
