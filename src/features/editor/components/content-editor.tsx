import { lazy, Suspense } from 'react';
import type { ContentEditorProps } from './editor-props.ts';
import { SourceOnly } from './source-only.tsx';

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
