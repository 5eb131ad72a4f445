import type { Editor } from '@tiptap/core';

/** Pairs of HTML elements with the same meaning: both count as on, new text gets the first. */
const EQUIVALENT_MARKS = { strong: 'b', em: 'i' } as const;

export function isMarked(editor: Editor, name: keyof typeof EQUIVALENT_MARKS): boolean {
  return editor.isActive(name) || editor.isActive(EQUIVALENT_MARKS[name]);
}

/** Turns bold or italic on, or both elements off. */
export function toggleEquivalentMarks(editor: Editor, name: keyof typeof EQUIVALENT_MARKS): void {
  const chain = editor.chain().focus();
  if (isMarked(editor, name)) chain.unsetMark(name).unsetMark(EQUIVALENT_MARKS[name]).run();
  else chain.setMark(name).run();
}
