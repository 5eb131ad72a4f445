import type { Suggestions } from '#src/features/search/contract.ts';
import { urls } from '#src/urls.ts';

export type Option = { key: string; href: string; title: string; note: string; cover: string | null };
export type OptionGroup = { name: 'Tales' | 'Authors' | 'Categories'; options: Option[] };

/** What the search box lists, in order; groups with nothing in them are left out. */
export function optionGroups(found: Suggestions): OptionGroup[] {
  const groups: OptionGroup[] = [
    {
      name: 'Tales',
      options: found.tales.map((tale) => ({
        key: `tale-${tale.slug}`,
        href: urls.tale(tale.slug),
        title: tale.title,
        note: tale.author,
        cover: tale.coverImage,
      })),
    },
    { name: 'Authors', options: found.authors.map((link) => plain('author', urls.author(link.slug), link)) },
    { name: 'Categories', options: found.categories.map((link) => plain('category', urls.category(link.slug), link)) },
  ];
  return groups.filter((group) => group.options.length > 0);
}

function plain(kind: string, href: string, link: { slug: string; name: string }): Option {
  return { key: `${kind}-${link.slug}`, href, title: link.name, note: '', cover: null };
}

/** "3 suggestions", for the polite announcement. */
export function announceCount(count: number): string {
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

/** The option after a key press: down and up go round, through "none" (-1), where the words typed count. */
export function nextOption(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (count === 0) return -1;
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1;
  return active === -1 ? count - 1 : active - 1;
}

/** A title in parts, with the words typed marked wherever they stand, whatever their case or accents. */
export function markParts(title: string, typed: string): { text: string; mark: boolean }[] {
  const needle = fold(typed.trim());
  const folded = [...title].map(fold);
  if (needle === '' || folded.some((letter) => letter.length !== 1)) return [{ text: title, mark: false }];
  const at = folded.join('').indexOf(needle);
  if (at === -1) return [{ text: title, mark: false }];
  const letters = [...title];
  const parts = [
    { text: letters.slice(0, at).join(''), mark: false },
    { text: letters.slice(at, at + needle.length).join(''), mark: true },
    { text: letters.slice(at + needle.length).join(''), mark: false },
  ];
  return parts.filter((part) => part.text !== '');
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
