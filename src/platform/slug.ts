const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ɔ: 'o',
  ɛ: 'e',
};
const MAX_LENGTH = 80;

/**
 * Returns the slug of a name: lower-case ASCII letters, digits and single hyphens, at most 80 characters, cut between words. `fallback`:
 * for names that cannot be transliterated, such as Chinese.
 */
export function toSlug(name: string, fallback: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'‘’ʼ]/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? ' ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = words.shift()?.slice(0, MAX_LENGTH) ?? fallback;
  for (const word of words) {
    if (slug.length + 1 + word.length > MAX_LENGTH) break;
    slug += `-${word}`;
  }
  // Slugs that look like UUIDs would be mistaken for ids of tales.
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(slug) ? `${fallback}-${slug}` : slug;
}

/** Returns the slug of the n-th attempt from 1: `slug`, `slug-2`, `slug-3` … */
export function slugLike(slug: string, attempt: number): string {
  return attempt === 1 ? slug : `${slug}-${attempt}`;
}
