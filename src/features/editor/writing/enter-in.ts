import type { Editor } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';

/** Enter moves the cursor into a selected footnote or image, and out of a caption below the figure. */
export function enterSelectedNode(editor: Editor): boolean {
  const { selection } = editor.state;
  if (selection instanceof NodeSelection) {
    const element = editor.view.nodeDOM(selection.from);
    const inner = element instanceof HTMLElement ? element.querySelector<HTMLElement>('.footnote-text, .picture-alt') : null;
    inner?.focus();
    return inner !== null;
  }
  const { $from } = selection;
  return $from.parent.type.name === 'caption' && leaveCaption(editor, $from.after(-1));
}

/** Backspace at the start of a caption selects the figure; a second one deletes it. */
export function selectFigure(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  const isAtStart = empty && $from.parent.type.name === 'caption' && $from.parentOffset === 0;
  return isAtStart && editor.commands.setNodeSelection($from.before(-1));
}

function leaveCaption(editor: Editor, at: number): boolean {
  return editor
    .chain()
    .command(({ tr }) => {
      const next = tr.doc.resolve(at).nodeAfter;
      if (!next?.isTextblock) tr.insert(at, tr.doc.type.schema.node('paragraph'));
      tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView();
      return true;
    })
    .run();
}
