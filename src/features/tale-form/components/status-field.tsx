import type { TaleFields } from '#src/features/manage/contract.ts';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';

/** Draft or published. */
export function StatusField() {
  const { value, problems, set } = useField('status');
  return (
    <FormField name="status" problems={problems}>
      {({ id, describedBy, isWrong }) => (
        <select
          id={id}
          name="status"
          className={isWrong ? 'input select is-wrong' : 'input select'}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          value={value}
          onChange={(event) => set(event.target.value as TaleFields['status'])}
        >
          <option value="" disabled hidden>
            Select status
          </option>
          <option value="draft">Draft</option>
          <option value="published">Published</option>
        </select>
      )}
    </FormField>
  );
}
