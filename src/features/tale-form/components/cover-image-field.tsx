import { CoverField } from '#src/features/media/components/cover-field.tsx';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';

/** The picture on the cover; without one it is drawn. */
export function CoverImageField() {
  const { value, problems, set } = useField('cover_image');
  const { value: category } = useField('category');
  const { value: title } = useField('title');
  return (
    <FormField name="cover_image" problems={problems} isGroup aside="Optional">
      {({ id }) => <CoverField id={id} value={value} onChange={set} title={title} category={category} />}
    </FormField>
  );
}
