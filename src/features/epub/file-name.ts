import { toSlug } from '#src/platform/slug.ts';

const MOST_LETTERS = 100;
/** What no file system takes, what nobody sees, and marks that turn the direction: `exe` would stand before the dot. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff/\\:*?"<>|]+/gu;

/** The Content-Disposition of a file to keep (RFC 6266), named after its title; for old programs in plain letters as well. `ending` without its dot. */
export function attachment(title: string, ending: string): string {
  const name = [...graphemes.segment(title.normalize('NFC').replace(UNFIT, ' ').replace(/\s+/gu, ' ').trim())]
    .slice(0, MOST_LETTERS)
    .map(({ segment }) => segment)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  const encoded = encodeURIComponent(`${name || 'Talewood'}.${ending}`).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${toSlug(title, 'talewood')}.${ending}"; filename*=UTF-8''${encoded}`;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
