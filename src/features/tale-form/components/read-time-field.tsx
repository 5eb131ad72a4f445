import { useEffect, useState } from 'react';
import { formatCount } from '#src/ui/wording.ts';
import { minutesOf } from '../minutes-of.ts';
import { useField, useFormStore } from './form-context.ts';
import { FormField } from './form-field.tsx';

/** A long text is counted when its writer rests, not at each letter. */
const REST_MS = 1_500;

/** Minutes to read: counted from the words unless an editor writes another number. Empty counts again. */
export function ReadTimeField() {
  const { value, problems, set } = useField('read_time');
  const [words, minutes] = useCounted();
  // Half a number, while it is typed.
  const [typed, setTyped] = useState<{ value: number; text: string }>({ value, text: toText(value) });
  const text = Object.is(typed.value, value) ? typed.text : toText(value);
  const counted = words === 0 ? `No words yet: readers see ${minutes}.` : `Counted: ${minutes}, from ${formatCount(words)} words.`;
  return (
    <FormField name="read_time" problems={problems} aside="Minutes" hint={value === 0 ? counted : `${counted} Empty this to use it.`}>
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

function useCounted(): [words: number, minutes: number] {
  const store = useFormStore();
  const [counted, setCounted] = useState(() => minutesOf(store.values().content));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const next = minutesOf(store.read().content);
        setCounted((before) => (before.words === next.words ? before : next));
      }, REST_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return [counted.words, counted.minutes];
}
