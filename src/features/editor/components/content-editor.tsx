import { lazy, Suspense, useImperativeHandle, useRef, useState } from 'react';
import type { ContentEditorProps } from './editor-props.ts';
import '#src/ui/styles/editor/index.css';
import { SourceField } from './source-field.tsx';
import { useThrottledChange } from './use-throttled-change.ts';

/**
 * Loads the editor separately, so that the form does not wait for it. Starts with the form's file, before the form is rendered. If loading fails, the HTML source can be edited.
 */
const loading = import('./tale-editor.tsx').then(
  ({ TaleEditor }) => ({ default: TaleEditor }),
  () => ({ default: SourceOnly }),
);
const TaleEditor = lazy(() => loading);

/** Editor for the text of a tale, WYSIWYG or as HTML source. `initial` is read once; use `handle` to read and set the text later. */
export function ContentEditor(props: ContentEditorProps) {
  return (
    <Suspense fallback={<div className="editor-waiting" aria-busy="true" />}>
      <TaleEditor {...props} />
    </Suspense>
  );
}

/** Fallback when the editor could not be loaded: the tale can be edited and saved as HTML. */
export function SourceOnly({ initial, onChange, handle, describedBy, isInvalid }: ContentEditorProps) {
  const [html, setHtml] = useState(initial);
  const current = useRef(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = useThrottledChange(() => current.current, onChange);
  const set = (text: string) => {
    current.current = text;
    setHtml(text);
    change.soon();
  };
  useImperativeHandle(handle, () => ({ html: () => current.current, set, focus: () => field.current?.focus() }));
  return (
    <div className="editor">
      <p className="editor-note" role="status">
        The editor could not be loaded. Edit the HTML here, or reload the page.
      </p>
      <SourceField field={field} value={html} onChange={set} onLeave={change.now} describedBy={describedBy} isInvalid={isInvalid} />
    </div>
  );
}
