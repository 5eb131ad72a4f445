import { useState } from 'react';
import { formatCount, formatLocalTime, fromDateTimeLocal, toDateTimeLocal } from '#src/ui/format.ts';
import { FormField, useField, useFormPause, useFormStore } from './form-field.tsx';
import { readingTime } from './form-values.ts';

/** The publish date, in the editor's time zone. A future date schedules the tale. */
export function DateField() {
  const { value, problems, set } = useField('publish_date');
  const { value: status } = useField('status');
  // Keeps what the browser's field shows while a date is incomplete.
  const [shown, setShown] = useState({ value, local: toDateTimeLocal(value) });
  if (shown.value !== value) setShown({ value, local: toDateTimeLocal(value) });
  const isFuture = Date.parse(value) > Date.now();
  const hint = isFuture && status === 'published' ? `Readers will see it from ${formatLocalTime(value)}.` : undefined;
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
            const next = fromDateTimeLocal(local);
            setShown({ value: next, local });
            set(next);
          }}
        />
      )}
    </FormField>
  );
}

/** Counting a long text takes time, so it waits for a pause in typing. */
const COUNT_DELAY_MS = 1_500;

/** Reading time in minutes: calculated from the text unless an editor enters a number. */
export function ReadTimeField() {
  const store = useFormStore();
  const { value, problems, set } = useField('read_time');
  const [{ words, minutes }, setCounted] = useState(() => readingTime(store.values().content));
  useFormPause(COUNT_DELAY_MS, () => {
    const next = readingTime(store.read().content);
    setCounted((before) => (before.words === next.words ? before : next));
  });
  // Keeps the text of a number while it is incomplete.
  const [typed, setTyped] = useState<{ value: number; text: string }>({ value, text: toText(value) });
  const text = Object.is(typed.value, value) ? typed.text : toText(value);
  const calculated = words === 0 ? `No text yet: readers see ${minutes}.` : `Calculated: ${minutes}, from ${formatCount(words)} words.`;
  return (
    <FormField
      name="read_time"
      problems={problems}
      aside="Minutes"
      hint={value === 0 ? calculated : `${calculated} Leave empty to use it.`}
    >
      {({ id, describedBy, isWrong }) => (
        <input
          id={id}
          name="read_time"
          className={isWrong ? 'input figures is-wrong' : 'input figures'}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          placeholder={String(minutes)}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          value={text}
          onChange={(event) => {
            const next = event.target.value;
            const number = next.trim() === '' ? 0 : Number(next);
            setTyped({ value: number, text: next });
            set(number);
          }}
        />
      )}
    </FormField>
  );
}

function toText(minutes: number): string {
  return minutes === 0 ? '' : String(minutes);
}
