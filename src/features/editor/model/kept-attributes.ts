import type { Attributes } from '@tiptap/core';

/** Attributes that are handed through the editor as they stand; an `id` stays with the first part of what is split. */
export function keptAttributes(...names: string[]): Attributes {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { default: null, keepOnSplit: name !== 'id', parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    ]),
  );
}

/** What nearly every element of a tale may have. */
export const GLOBAL = ['id', 'class', 'lang', 'dir'];
