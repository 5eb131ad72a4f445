import { type ReactNode, useId } from 'react';
import type { FieldName } from '../tale-values.ts';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';

type TextName = Exclude<FieldName, 'read_time' | 'tags' | 'status'>;

type Props = {
  name: TextName;
  /** More than one makes it a field of several lines. */
  rows?: number;
  aside?: ReactNode;
  hint?: ReactNode;
  isRequired?: boolean;
  maxLength?: number;
  placeholder?: string;
  /** Offered while one types; anything else may be typed as well. */
  suggestions?: readonly { value: string; label?: string }[];
  spellCheck?: boolean;
};

/** A field of plain text. */
export function TextField({ name, rows = 1, aside, hint, isRequired, maxLength, placeholder, suggestions, spellCheck }: Props) {
  const { value, problems, set } = useField(name);
  const list = useId();
  return (
    <FormField name={name} problems={problems} aside={aside} hint={hint}>
      {({ id, describedBy, isWrong }) => {
        const shared = {
          ...{ id, name, value, maxLength, placeholder, spellCheck },
          className: isWrong ? 'input is-wrong' : 'input',
          'aria-invalid': isWrong || undefined,
          'aria-describedby': describedBy,
          'aria-required': isRequired,
          // A title may be in another script than the site.
          dir: 'auto',
        };
        if (rows > 1) return <textarea {...shared} rows={rows} onChange={(event) => set(event.target.value)} />;
        return (
          <>
            <input
              {...shared}
              type="text"
              autoComplete="off"
              list={suggestions ? list : undefined}
              onChange={(event) => set(event.target.value)}
            />
            {suggestions ? (
              <datalist id={list}>
                {suggestions.map((each) => (
                  <option key={each.value} value={each.value} label={each.label} />
                ))}
              </datalist>
            ) : null}
          </>
        );
      }}
    </FormField>
  );
}
