import { useState } from 'react';
import { Combobox, type ComboOption } from '#src/ui/combobox.tsx';
import { hasInName, isSameName } from '../same-name.ts';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { useChoices } from './use-choices.ts';
import { useCreateCategory } from './use-create-category.ts';

const MOST = 60;

/** The tale's own category: one of those there are, or a new one that is made at once. */
export function CategoryField() {
  const { value, problems, set } = useField('category');
  const { data } = useChoices();
  const { create, isCreating, failure } = useCreateCategory();
  // What is typed while it is no category yet; else the field shows the name of the one that is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(true);
  const categories = data?.categories ?? [];
  const chosen = categories.find(({ slug }) => slug === value);
  const text = typed ?? chosen?.name ?? value;
  const named = categories.find(({ name }) => isSameName(name, text));
  const fitting = typed === null || named !== undefined ? categories : categories.filter(({ name }) => hasInName(name, typed.trim()));
  const options: ComboOption[] = fitting.map(({ slug, name }) => ({ value: slug, label: name }));
  const isUnknown = typed !== null && typed.trim() !== '' && data !== undefined && named === undefined;
  if (isUnknown) options.push({ value: '+', label: typed.trim(), note: 'Add this as a new category', creates: true });

  function type(next: string): void {
    const found = categories.find(({ name }) => isSameName(name, next));
    setTyped(next);
    setLeft(false);
    set(found?.slug ?? '');
  }

  async function pick(option: ComboOption): Promise<void> {
    const slug = option.creates ? await create(option.label) : option.value;
    if (slug === undefined) return;
    setTyped(null);
    set(slug);
  }

  return (
    <FormField name="category" {...notesOf({ problems, failure, isCreating, unknown: isUnknown && isLeft ? text.trim() : '' })}>
      {({ id, describedBy, isWrong }) => (
        <Combobox
          {...{ id, describedBy, isWrong, options, text }}
          name="category"
          listLabel="Categories"
          maxLength={MOST}
          onText={type}
          onPick={(option) => void pick(option)}
          onLeave={() => {
            setLeft(true);
            if (named !== undefined || text.trim() === '') setTyped(null);
          }}
        />
      )}
    </FormField>
  );
}

type Notes = { problems: readonly string[]; hint?: string };

/** What stands below the field: one thing at a time. `unknown`: a name typed that is no category. */
export function notesOf(about: { problems: readonly string[]; failure: string; isCreating: boolean; unknown: string }): Notes {
  const { problems, failure, isCreating, unknown } = about;
  if (isCreating) return { problems: [], hint: 'Adding the category...' };
  if (failure !== '') return { problems: [failure] };
  if (unknown === '') return { problems };
  const words = `There is no category “${unknown}” yet: choose another, or add it from the list.`;
  return problems.length > 0 ? { problems: [words] } : { problems, hint: words };
}
