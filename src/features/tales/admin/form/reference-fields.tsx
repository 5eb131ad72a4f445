import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useDebounced } from '#src/admin-ui/use-debounced.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Combobox, type ComboOption } from '#src/ui/combobox.tsx';
import { type CreditName, definitionOf } from '../../field-values.ts';
import type { TaleOptions } from '../contract.ts';
import { TALE_OPTIONS_KEY, useAuthorOptions, useTaleOptions } from '../use-tale-options.ts';
import { FormField, useField } from './form-field.tsx';

const MAX_AUTHOR_LENGTH = 200;
const MAX_CATEGORY_LENGTH = 60;
const SEARCH_DELAY_MS = 150;

/** The author by name. A new name creates an author when the tale is saved. */
export function AuthorField() {
  const { value, problems, set } = useField('author');
  // While the field has the focus, its list says that the author is new.
  const [isBlurred, setBlurred] = useState(true);
  const { options, isNew } = usePeople(value, 'New author, created when the tale is saved');
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

/** Searches people by what is typed. `options` ends with the typed name if it is new, with the note `newNote`. */
function usePeople(text: string, newNote: string, isEnabled = true): { options: ComboOption[]; isNew: boolean } {
  const typed = text.trim();
  const q = useDebounced(typed, SEARCH_DELAY_MS);
  const { data, isPlaceholderData } = useAuthorOptions(q, isEnabled);
  const known = data?.authors ?? [];
  const isKnown = known.some(({ name }) => isSameName(name, typed));
  const isNew = typed !== '' && q === typed && data !== undefined && !isPlaceholderData && !isKnown;
  const options: ComboOption[] = known.map(({ slug, name }) => ({ value: slug, label: name }));
  return { options: isNew ? [...options, { value: '+', label: typed, note: newNote, creates: true }] : options, isNew };
}

/** Credited people by name, each in an input of its own; an empty input at the end adds one. */
export function PeopleField({ name }: { name: CreditName }) {
  const { value, problems, set } = useField(name);
  const { label, help, maxItems = 0 } = definitionOf(name);
  const rows = [...value, ...(value.at(-1) === '' || value.length >= maxItems ? [] : [''])];
  return (
    <FormField name={name} problems={problems} hint={help}>
      {({ id, ...field }) => (
        <div className="people">
          {rows.map((text, index) => (
            <PersonInput
              // biome-ignore lint/suspicious/noArrayIndexKey: the input keeps the focus while its name changes
              key={index}
              {...field}
              id={index === 0 ? id : `${id}-${index + 1}`}
              name={name}
              label={index === 0 ? undefined : `${label} ${index + 1}`}
              text={text}
              onText={(next) => set(rows.map((old, at) => (at === index ? next : old)).filter((old, at) => old !== '' || at === index))}
              onLeave={() => set(value.filter((old) => old.trim() !== ''))}
            />
          ))}
        </div>
      )}
    </FormField>
  );
}

type PersonProps = Pick<
  ComponentProps<typeof Combobox>,
  'id' | 'name' | 'label' | 'text' | 'onText' | 'onLeave' | 'isWrong' | 'describedBy'
>;

function PersonInput(props: PersonProps) {
  // Nothing is searched before somebody types.
  const { options } = usePeople(props.text, 'New person, created when the tale is saved', props.text !== '');
  return (
    <Combobox
      {...props}
      options={options}
      listLabel="People"
      isRequired={false}
      maxLength={MAX_AUTHOR_LENGTH}
      onPick={({ label }) => props.onText(label)}
    />
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
