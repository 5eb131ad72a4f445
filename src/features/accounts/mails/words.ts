/** Sentences in which words of other people stand, kept apart so that each kind of mail can show them safely. */

/** What someone else wrote, between texts of ours. */
export type Foreign = { foreign: string };
export type Words = readonly (string | Foreign)[];

/** As in words`We wrote to ${address}.`: what is put in counts as foreign. */
export function words(texts: TemplateStringsArray, ...foreign: string[]): Words {
  return texts.flatMap((text, at) => {
    const word = foreign[at];
    return word === undefined ? [text] : [text, { foreign: word }];
  });
}

const LONGEST = 60;
const MOST_CODE_POINTS = 200;
/** Line ends and other controls, and the marks that turn the direction of a text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Mail programs make links of these by themselves: nobody shall advertise in our mails by way of a name. */
const LIKE_A_LINK = /[/\\@]|[\p{L}\p{N}]\.\p{L}{2,}|www\./iu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A name for a mail: one line, at most 60 characters. Undefined for one that could be taken for an address. */
export function shownName(name: string): string | undefined {
  const line = name.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  if (line === '' || LIKE_A_LINK.test(line.normalize('NFKC'))) return undefined;
  // One letter may carry any number of accents.
  const letters = Array.from(graphemes.segment(Array.from(line).slice(0, MOST_CODE_POINTS).join('')), ({ segment }) => segment);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : letters.join('');
}
