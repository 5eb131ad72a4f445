import { type GlossaryWord, packForms, parseGlossaryLine } from './glossary-line.ts';
import { WORDS_A_TO_G } from './words/a-to-g.ts';
import { WORDS_H_TO_R } from './words/h-to-r.ts';
import { WORDS_S_TO_Z } from './words/s-to-z.ts';

/** The lines of all words from A to Z; for their format see parseGlossaryLine. */
export const GLOSSARY_LINES = [...WORDS_A_TO_G, ...WORDS_H_TO_R, ...WORDS_S_TO_Z];

export const GLOSSARY: readonly GlossaryWord[] = GLOSSARY_LINES.map(parseGlossaryLine);

/** Returns the lines of all words, packed and without meanings. */
export function packGlossary(lines: readonly string[]): string {
  return lines.map((line) => packForms(line.replace(/: .+/, ''))).join('|');
}

/** A word as in highlight-words.ts, of the letters that forms consist of. */
const TOKEN = /'?[a-z]+(?:(?:'-|['-])[a-z]+)*/g;

/** A form of the word with this index, word by word. */
type Form = { parts: readonly string[]; index: number };
let formsByFirst: Map<string, Form[]> | undefined;

function indexForms(): Map<string, Form[]> {
  const forms = GLOSSARY.flatMap((word, index) => word.forms.map((form) => ({ parts: form.toLowerCase().match(TOKEN) ?? [], index })));
  return Map.groupBy(forms, ({ parts }) => parts[0] ?? '');
}

/** Returns the words that may be in the sanitized HTML of a text, packed for its page. */
export function packWordsOf(html: string): string {
  const known = new Set(html.toLowerCase().replaceAll('’', "'").match(TOKEN));
  for (const token of known) {
    if (token.startsWith("'")) known.add(token.slice(1));
    if (token.endsWith("'s")) known.add(token.slice(0, -2));
  }
  formsByFirst ??= indexForms();
  const found = new Set<number>();
  for (const token of known)
    for (const { parts, index } of formsByFirst.get(token) ?? []) if (parts.every((part) => known.has(part))) found.add(index);
  return packGlossary([...found].sort((a, b) => a - b).map((index) => GLOSSARY_LINES[index] ?? ''));
}
