import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import type { FieldName } from '../tale-values.ts';
import { fieldId } from './form-context.ts';
import { FOLD_ID } from './more-fields.tsx';

/** Leads to a field, out of the fold if it is in it. */
export function focusField(name: FieldName, editor: EditorHandle | null): void {
  const field = document.getElementById(fieldId(name));
  const fold = document.getElementById(FOLD_ID);
  if (fold instanceof HTMLDetailsElement && field !== null && fold.contains(field)) fold.open = true;
  if (name === 'content' && editor !== null) editor.focus();
  else field?.focus({ preventScroll: true });
  // In the middle: at the edges the head of the form and toasts would cover it and what is said of it.
  field?.scrollIntoView({ block: 'center' });
}
