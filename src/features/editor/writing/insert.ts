import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';

export type PickedPicture = { src: string; alt: string; width: number; height: number };

/** Puts a picture with an empty caption after the block in which the cursor stands, or in the place of an empty one. */
export function insertPicture(editor: Editor, { src, alt, width, height }: PickedPicture): void {
  const attrs = { src, alt, width: String(width), height: String(height) };
  editor
    .chain()
    .focus()
    .insertContent({ type: 'figure', content: [{ type: 'picture', attrs }, { type: 'caption' }] })
    .run();
}

/** A line between two sections; the cursor goes on below it. */
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

/** A marker at the end of what is selected; its note opens to be written. */
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
