import { lazy, Suspense } from 'react';
import type { ContentEditorProps } from './editor-props.ts';
import { SourceOnly } from './source-only.tsx';

/**
 * The editor proper is a file of its own: the rest of the form need not wait for it. It is asked for with the form's file, before
 * the form is drawn. When it cannot be fetched, Source is there.
 */
const loading = import('./tale-editor.tsx').then(
  ({ TaleEditor }) => ({ default: TaleEditor }),
  () => ({ default: SourceOnly }),
);
const TaleEditor = lazy(() => loading);

/** Where the text of a tale is written: as it will look, or as HTML. `initial` is read once; `handle` gives and sets the text later. */
export function ContentEditor(props: ContentEditorProps) {
  return (
    <Suspense fallback={<div className="editor-waiting" aria-busy="true" />}>
      <TaleEditor {...props} />
    </Suspense>
  );
}
