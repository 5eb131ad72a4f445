import type { Editor } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';

/** Enter on a note or a picture that is chosen leads into it; in a caption it leads on below the figure. */
export function enterIn(editor: Editor): boolean {
  const { selection } = editor.state;
  if (selection instanceof NodeSelection) {
    const element = editor.view.nodeDOM(selection.from);
    const inner = element instanceof HTMLElement ? element.querySelector<HTMLElement>('.footnote-text, .picture-alt') : null;
    inner?.focus();
    return inner !== null;
  }
  const { $from } = selection;
  return $from.parent.type.name === 'caption' && goOnBelow(editor, $from.after(-1));
}

/** Backspace at the beginning of a caption chooses the figure; once more, and it is gone. */
export function chooseFigure(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  const isAtStart = empty && $from.parent.type.name === 'caption' && $from.parentOffset === 0;
  return isAtStart && editor.commands.setNodeSelection($from.before(-1));
}

function goOnBelow(editor: Editor, at: number): boolean {
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
