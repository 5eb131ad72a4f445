import { type ComponentType, Fragment, type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { CoverField } from '#src/features/media/components/cover-field.tsx';
import { formatCount, formatLocalTime, fromDateTimeLocal, toDateTimeLocal } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { type CreditName, formRows, listMissingToPublish, type NamesWhere } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import { languageName, useTaleOptions } from '../use-tale-options.ts';
import { CheckboxesField, ChoiceField, LinesField, TextField } from './basic-fields.tsx';
import { ContentField } from './content-field.tsx';
import { FormField, focusField, MORE_FIELDS_ID, useField, useFormPause, useFormStore } from './form-field.tsx';
import { readingTime } from './form-values.ts';
import { AuthorField, CategoryField, PeopleField } from './reference-fields.tsx';

/** Counting a long text takes time, so it waits for a pause in typing. */
const COUNT_DELAY_MS = 1_500;

type EditorRef = RefObject<EditorHandle | null>;

/** Inputs of single fields: for kinds without a general input, and for fields with additional hints. */
const OWN_INPUTS: Readonly<
  Record<NamesWhere<{ kind: 'reference' | 'date' | 'integer' | 'image' | 'slug' | 'language' }>, ComponentType> &
    Partial<Record<FieldName, ComponentType>>
> = {
  author: AuthorField,
  category: CategoryField,
  status: StatusField,
  publish_date: DateField,
  cover_image: CoverImageField,
  read_time: ReadTimeField,
  tags: TagsField,
  slug: SlugField,
  language: LanguageField,
};

/** All fields of a tale, in the rows of the table of fields. Less common ones are in a closed `<details>`. */
export function TaleFieldset({ editor }: { editor: EditorRef }): ReactNode {
  const moreFields = useOpenToPublish();
  return (
    <>
      <Rows section="main" editor={editor} />
      <details className="form-fold" id={MORE_FIELDS_ID} ref={moreFields}>
        <summary>
          <Icon name="down" />
          More about this tale
          <small>Categories, URL, origin, content notes, questions, credits, source and rights</small>
        </summary>
        <div className="form-rows">
          <Rows section="more" editor={editor} />
        </div>
      </details>
    </>
  );
}

function Rows({ section, editor }: { section: 'main' | 'more'; editor: EditorRef }) {
  return formRows(section).map((names) => {
    const fields = names.map((name) => <Field key={name} name={name} editor={editor} />);
    if (names.length === 1) return fields;
    const layout = names.includes('cover_image') ? 'cover-row' : names.length === 2 ? 'two' : 'three';
    return (
      <div key={names[0]} className={layout}>
        {fields}
      </div>
    );
  });
}

function Field({ name, editor }: { name: FieldName; editor: EditorRef }) {
  const OwnInput = OWN_INPUTS[name];
  if (OwnInput !== undefined) return <OwnInput />;
  switch (taleFields[name].kind) {
    case 'html':
      return <ContentField handle={editor} />;
    case 'lines':
      return <LinesField name={name as NamesWhere<{ kind: 'lines' }>} />;
    case 'people':
      return <PeopleField name={name as CreditName} />;
    case 'choice':
      return <ChoiceField name={name as NamesWhere<{ kind: 'choice' }>} />;
    case 'set':
      return <CheckboxesField name={name as NamesWhere<{ kind: 'set' }>} />;
    default:
      return <TextField name={name as NamesWhere<{ kind: 'line' | 'text' }>} />;
  }
}

/** Opens the section when the tale is to be published and one of its fields is still missing. */
function useOpenToPublish() {
  const details = useRef<HTMLDetailsElement>(null);
  const { value: status } = useField('status');
  const isMissing = useMissingToPublish().length > 0;
  useEffect(() => {
    if (status === 'published' && isMissing && details.current) details.current.open = true;
  }, [status, isMissing]);
  return details;
}

/** The cover image; without one a cover is generated. */
function CoverImageField() {
  const { value, problems, set } = useField('cover_image');
  const { value: category } = useField('category');
  const { value: title } = useField('title');
  return (
    <FormField name="cover_image" problems={problems} isGroup aside="Optional">
      {({ id }) => <CoverField id={id} value={value} onChange={set} title={title} category={category} />}
    </FormField>
  );
}

/** Draft or published, with links to the fields still missing to publish. */
function StatusField() {
  const missing = useMissingToPublish();
  if (missing.length === 0) return <ChoiceField name="status" />;
  const links = missing.map((name, at) => (
    <Fragment key={name}>
      {at === 0 ? '' : ', '}
      <button type="button" className="link" onClick={() => focusField(name, null)}>
        {taleFields[name].label}
      </button>
    </Fragment>
  ));
  return <ChoiceField name="status" hint={<>Missing to publish: {links}</>} />;
}

/** Other categories in which the tale is listed. */
function TagsField() {
  const { value: category } = useField('category');
  const { data } = useTaleOptions();
  const others = (data?.categories ?? []).filter(({ slug }) => slug !== category);
  return <CheckboxesField name="tags" options={others.map(({ slug, name }) => [slug, name])} />;
}

/** The last part of the tale's URL. */
function SlugField() {
  const { value } = useField('slug');
  const { slug: saved, status } = useFormStore().base().fields;
  const url = (slug: string) => `${location.host}${urls.tale(slug)}`;
  const current = value === '' ? 'Leave empty to generate it from the title.' : `URL: ${url(value)}`;
  const isChanged = saved !== '' && value !== saved;
  const redirect = isChanged && status === 'published' ? ` The old URL, ${url(saved)}, will redirect to it.` : '';
  return <TextField name="slug" hint={current + redirect} spellCheck={false} placeholder="the-snow-queen" />;
}

function LanguageField() {
  const { value } = useField('language');
  const { data } = useTaleOptions();
  const options = [...new Set(['en', ...(data?.languages ?? [])])].map((code) => ({ value: code, label: languageName(code) }));
  return <TextField name="language" suggestions={options} hint={languageName(value) || 'A code such as en or pt-BR.'} spellCheck={false} />;
}

/** The publish date, in the editor's time zone. A future date schedules the tale. */
function DateField() {
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

/** Reading time in minutes: calculated from the text unless an editor enters a number. */
function ReadTimeField() {
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

/** Returns the fields still missing to publish, if the site requires source and rights. The server checks the same. */
function useMissingToPublish(): FieldName[] {
  const { data } = useTaleOptions();
  const store = useFormStore();
  // As a string, so that the snapshot is stable while the names are the same.
  const missing = useSyncExternalStore(store.subscribe, () => listMissingToPublish(store.values()).join(' '));
  return data?.publish_requires_source && missing !== '' ? (missing.split(' ') as FieldName[]) : [];
}
