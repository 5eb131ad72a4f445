import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';

/** Makes `doc` the text of the editor by changing only what differs, so that one undo brings back what was, and the cursor stays near. */
export function replaceText(editor: Editor, doc: Node): void {
  const { tr } = editor.state;
  const start = tr.doc.content.findDiffStart(doc.content);
  const ends = tr.doc.content.findDiffEnd(doc.content);
  if (start === null || ends === null) return;
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  tr.replace(start, ends.a + overlap, doc.slice(start, ends.b + overlap));
  // Where a part does not fit in the place of another, all is put in anew.
  const whole = tr.doc.eq(doc) ? tr : editor.state.tr.replaceWith(0, editor.state.doc.content.size, doc.content);
  // A step of its own, however soon after the last.
  editor.view.dispatch(closeHistory(whole));
}
