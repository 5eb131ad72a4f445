import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';

/** Replaces the document by changing only what differs, so that one undo reverts it and the cursor keeps its position. */
export function replaceText(editor: Editor, doc: Node): void {
  const { tr } = editor.state;
  const start = tr.doc.content.findDiffStart(doc.content);
  const ends = tr.doc.content.findDiffEnd(doc.content);
  if (start === null || ends === null) return;
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  tr.replace(start, ends.a + overlap, doc.slice(start, ends.b + overlap));
  // If a partial replacement does not fit the schema, everything is replaced.
  const whole = tr.doc.eq(doc) ? tr : editor.state.tr.replaceWith(0, editor.state.doc.content.size, doc.content);
  // A separate undo step.
  editor.view.dispatch(closeHistory(whole));
}
