import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '#src/admin-ui/use-debounced.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Combobox, type ComboOption } from '#src/ui/combobox.tsx';
import type { TaleOptions } from '../contract.ts';
import { TALE_OPTIONS_KEY, useAuthorOptions, useTaleOptions } from '../use-tale-options.ts';
import { FormField, useField } from './form-field.tsx';

const MAX_AUTHOR_LENGTH = 200;
const MAX_CATEGORY_LENGTH = 60;
const SEARCH_DELAY_MS = 150;

/** The author by name. A new name creates an author when the tale is saved. */
export function AuthorField() {
  const { value, problems, set } = useField('author');
  const typed = value.trim();
  const q = useDebounced(typed, SEARCH_DELAY_MS);
  const { data, isPlaceholderData } = useAuthorOptions(q);
  const known = data?.authors ?? [];
  const isKnown = known.some(({ name }) => isSameName(name, typed));
  const isNew = typed !== '' && q === typed && data !== undefined && !isPlaceholderData && !isKnown;
  // While the field has the focus, its list says that the author is new.
  const [isBlurred, setBlurred] = useState(true);
  const options: ComboOption[] = known.map(({ slug, name }) => ({ value: slug, label: name }));
  if (isNew) options.push({ value: '+', label: typed, note: 'New author, created when the tale is saved', creates: true });
  return (
    <FormField name="author" problems={problems} hint={isNew && isBlurred ? 'New author, created when the tale is saved.' : undefined}>
      {({ id, describedBy, isWrong }) => (
        <Combobox
          {...{ id, describedBy, isWrong, options }}
          name="author"
          listLabel="Authors"
          text={value}
          maxLength={MAX_AUTHOR_LENGTH}
          onText={(text) => {
            setBlurred(false);
            set(text);
          }}
          onLeave={() => setBlurred(true)}
          onPick={({ label }) => set(label)}
        />
      )}
    </FormField>
  );
}

/** The category of the tale. A new one can be created from the list. */
export function CategoryField() {
  const { value, problems, set } = useField('category');
  const { data } = useTaleOptions();
  const { create, isCreating, failure } = useCreateCategory();
  // Text that is not a category yet. Null shows the name of the selected category.
  const [typed, setTyped] = useState<string | null>(null);
  const [isBlurred, setBlurred] = useState(true);
  const categories = data?.categories ?? [];
  const selected = categories.find(({ slug }) => slug === value);
  const text = typed ?? selected?.name ?? value;
  const named = categories.find(({ name }) => isSameName(name, text));
  const matching = typed === null || named !== undefined ? categories : categories.filter(({ name }) => nameContains(name, typed.trim()));
  const options: ComboOption[] = matching.map(({ slug, name }) => ({ value: slug, label: name }));
  const isUnknown = typed !== null && typed.trim() !== '' && data !== undefined && named === undefined;
  if (isUnknown) options.push({ value: '+', label: typed.trim(), note: 'Add as a new category', creates: true });

  function onText(next: string): void {
    const found = categories.find(({ name }) => isSameName(name, next));
    setTyped(next);
    setBlurred(false);
    set(found?.slug ?? '');
  }

  async function onPick(option: ComboOption): Promise<void> {
    const slug = option.creates ? await create(option.label) : option.value;
    if (slug === undefined) return;
    setTyped(null);
    set(slug);
  }

  return (
    <FormField name="category" {...categoryNotes({ problems, failure, isCreating, unknown: isUnknown && isBlurred ? text.trim() : '' })}>
      {({ id, describedBy, isWrong }) => (
        <Combobox
          {...{ id, describedBy, isWrong, options, text, onText }}
          name="category"
          listLabel="Categories"
          maxLength={MAX_CATEGORY_LENGTH}
          onPick={(option) => void onPick(option)}
          onLeave={() => {
            setBlurred(true);
            if (named !== undefined || text.trim() === '') setTyped(null);
          }}
        />
      )}
    </FormField>
  );
}

type CategoryState = { problems: readonly string[]; failure: string; isCreating: boolean; unknown: string };

/** Returns the one most important message of the category field. `unknown`: a typed name that is no category. */
export function categoryNotes({ problems, failure, isCreating, unknown }: CategoryState): { problems: readonly string[]; hint?: string } {
  if (isCreating) return { problems: [], hint: 'Adding category...' };
  if (failure !== '') return { problems: [failure] };
  if (unknown === '') return { problems };
  const text = `There is no category “${unknown}”. Choose another one, or add it from the list.`;
  return problems.length > 0 ? { problems: [text] } : { problems, hint: text };
}

/** `create` adds a category to the options and resolves to its slug; undefined if it was refused. */
function useCreateCategory() {
  const client = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [failure, setFailure] = useState('');

  async function create(name: string): Promise<string | undefined> {
    setCreating(true);
    setFailure('');
    try {
      const created = await apiRequest<{ slug: string; name: string }>('POST', '/admin/categories', { name });
      client.setQueryData<TaleOptions>(TALE_OPTIONS_KEY, (old) => old && { ...old, categories: [...old.categories, created] });
      return created.slug;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      return undefined;
    } finally {
      setCreating(false);
    }
  }

  return { create, isCreating, failure };
}

/** Whether the server treats two names as equal: it ignores case, but not accents. */
export function isSameName(one: string, other: string): boolean {
  return toKey(one) === toKey(other);
}

/** Whether a name contains the text, ignoring case and accents. */
export function nameContains(name: string, text: string): boolean {
  return withoutAccents(name).includes(withoutAccents(text));
}

function toKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

function withoutAccents(name: string): string {
  return toKey(name).normalize('NFD').replace(/\p{M}/gu, '');
}
