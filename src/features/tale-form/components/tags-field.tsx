import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { useChoices } from './use-choices.ts';

/** Further categories that the tale is found in. */
export function TagsField() {
  const { value, problems, set } = useField('tags');
  const { value: category } = useField('category');
  const { data } = useChoices();
  const others = (data?.categories ?? []).filter(({ slug }) => slug !== category);
  return (
    <FormField name="tags" problems={problems} isGroup hint="Categories in which readers find the tale beside its own.">
      {({ id, describedBy }) => (
        // biome-ignore lint/a11y/useSemanticElements: the label and the notes are those of every field
        <div id={id} className="tag-choice" role="group" tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
          {others.map(({ slug, name }) => (
            <label className="check" key={slug}>
              <input
                type="checkbox"
                checked={value.includes(slug)}
                onChange={(event) => set(event.target.checked ? [...value, slug] : value.filter((tag) => tag !== slug))}
              />
              {name}
            </label>
          ))}
        </div>
      )}
    </FormField>
  );
}
