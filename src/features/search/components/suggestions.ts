import { useEffect, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { normalizeSearch } from '#src/features/tales/browse-query.ts';
import { urls } from '#src/urls.ts';
import type { Suggestions } from '../contract.ts';

export type Option = { key: string; href: string; title: string; note: string; cover: string | null };
export type OptionGroup = { name: 'Tales' | 'Authors' | 'Categories'; options: Option[] };

/** Converts suggestions to groups of options, without empty groups. */
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

/** Status message such as “3 suggestions”. */
export function announceCount(count: number): string {
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

/** The active option after an arrow key. Cycles through the options and the input itself (-1). */
export function nextOption(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (count === 0) return -1;
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1;
  return active === -1 ? count - 1 : active - 1;
}

/** Splits a title into parts to highlight the input, ignoring case and accents. */
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

export type Suggest = (q: string) => Promise<Suggestions>;

const DEBOUNCE_MS = 150;
const NONE: OptionGroup[] = [];

/**
 * Loads suggestions 150 ms after the last key press. Null without input or while loading for the first time; empty after an error. Outdated
 * responses are ignored.
 */
export function useSuggestions(input: string, suggest: Suggest): OptionGroup[] | null {
  const [groups, setGroups] = useState<OptionGroup[] | null>(null);
  const q = normalizeSearch(input);
  useEffect(() => {
    if (q === '') {
      setGroups(null);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await suggest(q).then(optionGroups, () => NONE);
      if (isCurrent) setGroups(found);
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, suggest]);
  return q === '' ? null : groups;
}

const requestSuggestions: Suggest = (q) => apiRequest('GET', `/suggestions?q=${encodeURIComponent(q)}`);

/** Options for the link dialog of the editor. */
export function useLinkSuggestions(input: string): Option[] {
  return (useSuggestions(input, requestSuggestions) ?? []).flatMap(({ options }) => options);
}
