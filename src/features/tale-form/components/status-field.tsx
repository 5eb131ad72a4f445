import { Fragment } from 'react';
import type { TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';
import type { FieldName } from '../tale-values.ts';
import { focusField } from './focus-field.ts';
import { useField, useMissingToPublish } from './form-context.ts';
import { FormField } from './form-field.tsx';

/** Draft or published. */
export function StatusField() {
  const { value, problems, set } = useField('status');
  const missing = useMissingToPublish();
  return (
    <FormField name="status" problems={problems} hint={publishNeeds(missing)}>
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

/** What is still missing before the tale can be published; each name leads to its field. */
function publishNeeds(missing: readonly FieldName[]) {
  if (missing.length === 0) return undefined;
  return (
    <>
      Needed to publish:{' '}
      {missing.map((name, at) => (
        <Fragment key={name}>
          {at === 0 ? '' : ', '}
          <button type="button" className="link" onClick={() => focusField(name, null)}>
            {FIELD_LABELS[name]}
          </button>
        </Fragment>
      ))}
    </>
  );
}
