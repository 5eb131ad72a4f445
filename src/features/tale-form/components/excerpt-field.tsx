import { MOST_IN_EXCERPT } from '../check-values.ts';
import { countCharacters } from '../count-characters.ts';
import { useField } from './form-context.ts';
import { TextField } from './text-field.tsx';

/** The excerpt with its count, as a reader counts. More may be typed than saved: nothing is cut off. */
export function ExcerptField() {
  const { value } = useField('excerpt');
  const count = countCharacters(value.trim());
  const counter = <span className={count > MOST_IN_EXCERPT ? 'is-over' : undefined}>{`${count}/${MOST_IN_EXCERPT}`}</span>;
  return <TextField name="excerpt" rows={3} aside={counter} isRequired />;
}
