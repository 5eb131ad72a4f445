/** The content of an email, independent of how it is rendered. */

/** Text written by a user. Rendered isolated, so that its markup and direction cannot affect the text around it. */
type UserText = { userText: string };
export type RichText = readonly (string | UserText)[];

export type EmailContent = {
  /** Stored in the database and shown on lock screens: contains no name and no link. */
  subject: string;
  /** Shown by email clients after the subject. */
  preheader: string;
  title: string;
  greeting: RichText;
  body: readonly RichText[];
  button?: { label: string; href: string; validity?: string };
  secondaryLink?: { text: string; label: string; href: string };
  /** Why the recipient gets this email, and what to do if they did not request it. */
  reason: string;
};

/** Template tag: richText`Sent to ${address}.` treats interpolated values as user text. */
export function richText(texts: TemplateStringsArray, ...values: string[]): RichText {
  return texts.flatMap((text, index) => {
    const value = values[index];
    return value === undefined ? [text] : [text, { userText: value }];
  });
}

const MAX_GRAPHEMES = 60;
const MAX_CODE_POINTS = 200;
/** Line breaks, other controls, and bidirectional formatting characters. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Email clients turn these into links: names must not be usable for advertising in our emails. */
const LINK_LIKE = /[/\\@]|[\p{L}\p{N}]\.\p{L}{2,}|www\./iu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A name for use in an email: one line, at most 60 characters. Undefined for a name that looks like a link. */
export function displayName(name: string): string | undefined {
  const line = name.replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();
  if (line === '' || LINK_LIKE.test(line.normalize('NFKC'))) return undefined;
  // One grapheme may have any number of combining marks.
  const letters = Array.from(graphemes.segment(Array.from(line).slice(0, MAX_CODE_POINTS).join('')), ({ segment }) => segment);
  return letters.length > MAX_GRAPHEMES ? `${letters.slice(0, MAX_GRAPHEMES - 1).join('')}…` : letters.join('');
}
