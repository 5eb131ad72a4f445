import { useState } from 'react';
import { momentOf } from '#src/ui/when.ts';
import { fromLocalTime, toLocalTime } from '../local-time.ts';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';

/** When readers may see the tale, in the zone of the editor. A time to come schedules it. */
export function DateField() {
  const { value, problems, set } = useField('publish_date');
  const { value: status } = useField('status');
  // Half a date, while it is typed, is nothing yet: the browser's own field holds it.
  const [shown, setShown] = useState({ value, local: toLocalTime(value) });
  if (shown.value !== value) setShown({ value, local: toLocalTime(value) });
  const isToCome = Date.parse(value) > Date.now();
  const hint = isToCome && status === 'published' ? `Readers will see it from ${momentOf(value)}.` : undefined;
  return (
    <FormField name="publish_date" problems={problems} hint={hint}>
      {({ id, describedBy, isWrong }) => (
        <input
          id={id}
          name="publish_date"
          type="datetime-local"
          className={isWrong ? 'input figures is-wrong' : 'input figures'}
          min="1900-01-01T00:00"
          max="2200-12-31T23:59"
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          value={shown.local}
          onChange={(event) => {
            const local = event.target.value;
            const next = fromLocalTime(local);
            setShown({ value: next, local });
            set(next);
          }}
        />
      )}
    </FormField>
  );
}
