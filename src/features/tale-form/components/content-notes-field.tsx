import { CONTENT_NOTES } from '#src/features/tales/content-notes.ts';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';

/** What parents are told of the tale. */
export function ContentNotesField() {
  const { value, problems, set } = useField('content_notes');
  return (
    <FormField name="content_notes" problems={problems} isGroup hint="Shown to readers after the tale, beside the age it is for.">
      {({ id, describedBy }) => (
        // biome-ignore lint/a11y/useSemanticElements: the label and the notes are those of every field
        <div id={id} className="tag-choice" role="group" tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
          {Object.entries(CONTENT_NOTES).map(([note, words]) => (
            <label className="check" key={note}>
              <input
                type="checkbox"
                checked={value.includes(note)}
                onChange={(event) => set(event.target.checked ? [...value, note] : value.filter((each) => each !== note))}
              />
              {words.slice(0, 1).toUpperCase() + words.slice(1)}
            </label>
          ))}
        </div>
      )}
    </FormField>
  );
}
