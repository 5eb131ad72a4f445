import type { Editor } from '@tiptap/core';

/** Two elements of HTML for one thing: new words get the first, and both count. */
const TWINS = { strong: 'b', em: 'i' } as const;

export function isMarked(editor: Editor, name: keyof typeof TWINS): boolean {
  return editor.isActive(name) || editor.isActive(TWINS[name]);
}

/** Bold or italic on, or whatever of both is there off. */
export function toggleTwin(editor: Editor, name: keyof typeof TWINS): void {
  const chain = editor.chain().focus();
  if (isMarked(editor, name)) chain.unsetMark(name).unsetMark(TWINS[name]).run();
  else chain.setMark(name).run();
}
