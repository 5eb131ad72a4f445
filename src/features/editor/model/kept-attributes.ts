import type { Attributes } from '@tiptap/core';

/** Attributes preserved by the editor. When a block is split, the `id` stays with the first part. */
export function preservedAttributes(...names: string[]): Attributes {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { default: null, keepOnSplit: name !== 'id', parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    ]),
  );
}

/** Attributes allowed on nearly every element. */
export const GLOBAL = ['id', 'class', 'lang', 'dir'];
