import type { ReactNode } from 'react';
import { type LISTS, toLines } from '../tale-values.ts';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';

type Props = { name: (typeof LISTS)[number]; rows: number; hint: ReactNode };

/** A field of several texts, a line each. */
export function LinesField({ name, rows, hint }: Props) {
  const { value, problems, set } = useField(name);
  return (
    <FormField name={name} problems={problems} hint={hint}>
      {({ id, describedBy, isWrong }) => (
        <textarea
          id={id}
          name={name}
          rows={rows}
          className={isWrong ? 'input is-wrong' : 'input'}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          dir="auto"
          value={toLines(value)}
          // Blank lines are typed on the way to the next one; the server leaves them out.
          onChange={(event) => set(event.target.value === '' ? [] : event.target.value.split('\n'))}
        />
      )}
    </FormField>
  );
}
