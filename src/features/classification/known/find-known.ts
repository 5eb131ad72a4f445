import type { KnownTale } from './known-tale.ts';
import { KNOWN_TALES } from './known-tales.ts';

const BY_TITLE = new Map(KNOWN_TALES.flatMap((tale) => tale.titles.split('|').map((title) => [title, tale] as const)));

const ARTICLE =
  /^(?:the|an?|der|die|das|den|det|de|het|le|la|les|l'|el|los|las) ?(?:story of (?:the )?|history of (?:the )?|tale of (?:the )?)?/;

/** Where a second title begins, or what says more of the first: “Urashima Taro, the Fisher Lad”. */
const SECOND = /[;:(]|,?\s+(?:or|oder|eller|ou)(?:,|\s)|, the /;

/** The tale that is known everywhere under this title, or under the first of two: “The Frog-King, or Iron Henry”. */
export function findKnown(title: string): KnownTale | undefined {
  const plain = title
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[“”"„«».!?]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [first = plain] = plain.split(SECOND);
  for (const each of [plain, first.trim()]) {
    const found = BY_TITLE.get(each) ?? BY_TITLE.get(each.replace(ARTICLE, ''));
    if (found !== undefined) return found;
  }
  return undefined;
}
