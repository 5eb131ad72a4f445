import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';

export type PickedPicture = { src: string; alt: string; width: number; height: number };

/** Inserts an image with an empty caption after the current block, or instead of an empty one. */
export function insertPicture(editor: Editor, { src, alt, width, height }: PickedPicture): void {
  const attrs = { src, alt, width: String(width), height: String(height) };
  editor
    .chain()
    .focus()
    .insertContent({ type: 'figure', content: [{ type: 'picture', attrs }, { type: 'caption' }] })
    .run();
}

/** Inserts a section break and moves the cursor below it. */
export function insertBreak(editor: Editor): void {
  editor
    .chain()
    .focus()
    .insertContent([{ type: 'horizontalRule' }, { type: 'paragraph' }])
    .command(({ tr }) => {
      tr.setSelection(TextSelection.near(tr.selection.$to, -1)).scrollIntoView();
      return true;
    })
    .run();
}

/** Inserts a footnote at the end of the selection and opens it. */
export function insertFootnote(editor: Editor): void {
  editor
    .chain()
    .command(({ tr, state }) => {
      const at = tr.selection.to;
      const { footnote } = state.schema.nodes;
      const $at = tr.doc.resolve(at);
      if (!footnote || !$at.parent.isTextblock || !$at.parent.canReplaceWith($at.index(), $at.index(), footnote)) return false;
      tr.insert(at, footnote.create());
      tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView();
      return true;
    })
    .run();
}
