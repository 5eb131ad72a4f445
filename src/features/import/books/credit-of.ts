/** By whom a tale of a book is known, and who translated it. */
import type { CutTale } from '../cut/cut-book.ts';
import type { SourceBook } from '../source/source-book.ts';
import { isAnthologist, knownName, knownPersonIn, traditionIn } from './known-names.ts';

const TRADITIONAL = 'Traditional';
const TRANSLATED = /^(?:literally )?translated (?:literally )?(?:from .+?)?\s*by /iu;
const LONGEST = 120;

type Credit = { author: string; translator?: string };

/**
 * The byline of the tale counts before the book's authors. Where a book is a gathering of many, the line that says where the tale comes
 * from names a person or a tradition; else the one who collected it, or what the book is called, tells; else it is traditional.
 */
export function creditOf({ byline, source }: CutTale, book: SourceBook): Credit {
  const said =
    byline === undefined || byline.length > LONGEST || /^from /i.test(byline) ? undefined : byline.replace(/^(?:re)?told by /i, '');
  const translator = said !== undefined && TRANSLATED.test(said) ? said.replace(TRANSLATED, '') : undefined;
  if (said !== undefined && translator === undefined) return { author: knownName(said) };
  return { author: authorWithin(source, book), ...(translator === undefined ? {} : { translator }) };
}

function authorWithin(source: string | undefined, { authors, editors, title }: SourceBook): string {
  const own = joined(authors.filter((name) => !isAnthologist(name)));
  if (own !== undefined) return own;
  const line = source ?? '';
  const collectors = joined(editors.filter((name) => !isAnthologist(name)));
  return knownPersonIn(line) ?? traditionIn(line) ?? collectors ?? traditionIn(title ?? '') ?? TRADITIONAL;
}

/** `Jacob Grimm` and `Wilhelm Grimm` are one author. */
function joined(names: readonly string[]): string | undefined {
  const known = [...new Set(names.map(knownName))];
  return known.length === 0 ? undefined : known.join(' and ').slice(0, LONGEST);
}
