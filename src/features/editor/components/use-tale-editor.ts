import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { fromHtml } from '../model/from-html.ts';
import { toHtml } from '../model/to-html.ts';
import { createEditor } from '../writing/create-editor.ts';
import { replaceText } from '../writing/replace-text.ts';
import type { Opens } from '../writing/tools.ts';
import { usePacedChange } from './use-paced-change.ts';

type Options = {
  initial: string;
  onChange: (html: string) => void;
  open: (what: Opens) => void;
  leave: () => void;
  title: () => string;
};

export type TaleWriting = {
  editor: Editor;
  /** Where the editor stands on the page. */
  place: RefObject<HTMLDivElement | null>;
  html: () => string;
  /** Takes HTML from outside; returns what of it may not stand in a tale. */
  set: (html: string) => string[];
  /** Tells of what was typed, if that waits to be told. */
  tell: () => void;
};

/** An editor on a page: its text as HTML, and word of its changes. */
export function useTaleEditor({ initial, onChange, open, leave, title }: Options): TaleWriting {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ open, leave, title });
  latest.current = { open, leave, title };
  // The HTML of a text that nobody changed is the one that it was made from.
  const known = useRef<{ doc: Node; html: string }>(undefined);
  const editorRef = useRef<Editor>(undefined);
  const html = () => {
    const doc = editorRef.current?.state.doc;
    if (doc === undefined) return initial;
    return known.current?.doc.eq(doc) ? known.current.html : toHtml(doc);
  };
  const change = usePacedChange(html, onChange);
  const [editor] = useState(() => {
    const created = createEditor({
      html: initial,
      open: (what) => latest.current.open(what),
      leave: () => latest.current.leave(),
      onUpdate: change.soon,
      onBlur: change.now,
      onPicturesLost: tellOfPictures,
      title: () => latest.current.title(),
    });
    known.current = { doc: created.state.doc, html: initial };
    editorRef.current = created;
    return created;
  });
  useEffect(() => {
    if (place.current) editor.mount(place.current);
    return () => editor.unmount();
  }, [editor]);
  const set = (text: string) => {
    const { doc, removed } = fromHtml(text, editor.schema);
    replaceText(editor, doc);
    if (removed.length === 0 && editor.state.doc.eq(doc)) known.current = { doc: editor.state.doc, html: text };
    return removed;
  };
  return { editor, place, html, set, tell: change.now };
}

function tellOfPictures(count: number): void {
  const what = count === 1 ? 'A picture was left out' : `${count} pictures were left out`;
  void toast({ title: what, text: 'Pictures come from the library: add them with the Picture tool.', warns: true });
}
