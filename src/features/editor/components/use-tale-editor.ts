import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { fromHtml } from '../model/from-html.ts';
import { toHtml } from '../model/to-html.ts';
import { createEditor } from '../writing/create-editor.ts';
import type { Opens } from '../writing/tools.ts';
import { useThrottledChange } from './use-throttled-change.ts';

type Options = {
  initial: string;
  onChange: (html: string) => void;
  open: (what: Opens) => void;
  leave: () => void;
  title: () => string;
};

export type TaleWriting = {
  editor: Editor;
  /** Ref of the element that contains the editor. */
  container: RefObject<HTMLDivElement | null>;
  html: () => string;
  /** Replaces the HTML; returns the elements removed by sanitizing. */
  set: (html: string) => string[];
  /** Reports a pending change immediately. */
  tell: () => void;
};

/** Creates an editor and reports changes of its HTML. */
export function useTaleEditor({ initial, onChange, open, leave, title }: Options): TaleWriting {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef({ open, leave, title });
  latest.current = { open, leave, title };
  // The HTML of an unchanged text is exactly the initial one.
  const known = useRef<{ doc: Node; html: string }>(undefined);
  const editorRef = useRef<Editor>(undefined);
  const html = () => {
    const doc = editorRef.current?.state.doc;
    if (doc === undefined) return initial;
    return known.current?.doc.eq(doc) ? known.current.html : toHtml(doc);
  };
  const change = useThrottledChange(html, onChange);
  const [editor] = useState(() => {
    const created = createEditor({
      html: initial,
      open: (what) => latest.current.open(what),
      leave: () => latest.current.leave(),
      onUpdate: change.soon,
      onBlur: change.now,
      onPicturesLost: notifyOmittedPictures,
      title: () => latest.current.title(),
    });
    known.current = { doc: created.state.doc, html: initial };
    editorRef.current = created;
    return created;
  });
  useEffect(() => {
    if (container.current) editor.mount(container.current);
    return () => editor.unmount();
  }, [editor]);
  const set = (text: string) => {
    const { doc, removed } = fromHtml(text, editor.schema);
    replaceText(editor, doc);
    if (removed.length === 0 && editor.state.doc.eq(doc)) known.current = { doc: editor.state.doc, html: text };
    return removed;
  };
  return { editor, container, html, set, tell: change.now };
}

function notifyOmittedPictures(count: number): void {
  const what = count === 1 ? 'An image was not pasted' : `${count} images were not pasted`;
  void toast({ title: what, text: 'Use the Image tool to add images from the library.', warns: true });
}

/** Replaces the document by changing only what differs, so that one undo reverts it and the cursor keeps its position. */
function replaceText(editor: Editor, doc: Node): void {
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
