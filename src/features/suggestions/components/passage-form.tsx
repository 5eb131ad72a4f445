import { useId, useRef, useState } from 'react';
import { LineField } from '#src/admin-ui/text-fields.tsx';
import { ContentEditor } from '#src/features/editor/components/content-editor.tsx';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import type { SuggestedField } from '../changes.ts';

type Props = {
  field: SuggestedField;
  /** The current blocks. */
  passage: readonly string[];
  lang: string | undefined;
  /** Names the change. */
  label: string;
  isBusy: boolean;
  onSave: (content: string) => Promise<void>;
  onCancel: () => void;
};

/** Writes the passage by hand, beginning with the current one. */
export function PassageForm({ field, passage, lang, label, isBusy, onSave, onCancel }: Props) {
  const initial = passage.join('');
  const [text, setText] = useState(initial);
  const editor = useRef<EditorHandle>(null);
  const id = useId();
  return (
    <form
      className="desk-form review-passage"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(field === 'content' ? (editor.current?.html() ?? text) : text);
      }}
    >
      {field === 'content' ? (
        <div className="field">
          <span className="label" id={`${id}-passage`}>
            Passage
            <span className="visually-hidden">: {label}</span>
          </span>
          <ContentEditor
            initial={initial}
            handle={editor}
            onChange={setText}
            labelledBy={`${id}-passage`}
            language={lang}
            title={() => ''}
          />
        </div>
      ) : (
        <LineField label="Passage" value={text} onChange={setText} />
      )}
      <div className="review-actions">
        <button type="submit" className="btn btn-solid btn-sm" aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined}>
          Accept this wording
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
