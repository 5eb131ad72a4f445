import { useId, useState } from 'react';
import { Combobox } from '#src/ui/combobox.tsx';
import { languageName, useAuthorOptions, useTaleOptions } from '../use-tale-options.ts';
import { STATE_NAMES } from './tale-table.tsx';

/** Orders of the list by their URL parameters: `sort`, and `order` if it is not the default one. */
const ORDERS: Record<string, string> = {
  created: 'Newest created first',
  'created asc': 'Oldest created first',
  updated: 'Last changed first',
  publish_date: 'Latest publish date first',
  'publish_date asc': 'Earliest publish date first',
  title: 'Title, A to Z',
  'title desc': 'Title, Z to A',
  author: 'Author, A to Z',
  'author desc': 'Author, Z to A',
  category: 'Category, A to Z',
  'category desc': 'Category, Z to A',
  status: 'Drafts first',
  'status desc': 'Published first',
};

type Props = { filters: Record<string, string>; onChange: (changes: Record<string, string>) => void };

export function ListFilters({ filters, onChange }: Props) {
  const { data } = useTaleOptions();
  const { state = '', category = '', author = '', language = '', sort = 'created', order = '' } = filters;
  const categories = Object.fromEntries(data?.categories.map(({ slug, name }) => [slug, name]) ?? []);
  const languages = Object.fromEntries(data?.languages.map((code) => [code, languageName(code) || code]) ?? []);
  return (
    <fieldset className="list-filters">
      <legend className="visually-hidden">Filter and sort</legend>
      <Select label="Status" all="All except trash" value={state} options={STATE_NAMES} onChange={(value) => onChange({ state: value })} />
      <Select
        label="Category"
        all="All categories"
        value={category}
        options={categories}
        onChange={(value) => onChange({ category: value })}
      />
      <AuthorFilter slug={author} onChange={(value) => onChange({ author: value })} />
      <Select
        label="Language"
        all="All languages"
        value={language}
        options={languages}
        onChange={(value) => onChange({ language: value })}
      />
      <Select
        label="Sort by"
        value={`${sort} ${order}`.trim()}
        options={ORDERS}
        onChange={(value) => {
          const [by = '', direction = ''] = value.split(' ');
          onChange({ sort: by === 'created' && direction === '' ? '' : by, order: direction });
        }}
      />
    </fieldset>
  );
}

type SelectProps = { label: string; all?: string; value: string; options: Record<string, string>; onChange: (value: string) => void };

function Select({ label, all, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input select" value={value} onChange={(event) => onChange(event.target.value)}>
        {all === undefined ? null : <option value="">{all}</option>}
        {value !== '' && !Object.hasOwn(options, value) ? <option value={value}>{value}</option> : null}
        {Object.entries(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Filters by one author, found by name. */
function AuthorFilter({ slug, onChange }: { slug: string; onChange: (slug: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  // The URL has the slug only; its words find the author's name.
  const selected = useAuthorOptions(slug.replaceAll('-', ' ').trim(), slug !== '').data?.authors;
  const found = useAuthorOptions((typed ?? '').trim()).data?.authors ?? [];
  return (
    <div>
      <label htmlFor={id}>Author</label>
      <Combobox
        id={id}
        name="author"
        listLabel="Authors"
        isRequired={false}
        placeholder="All authors"
        maxLength={200}
        text={typed ?? selected?.find((author) => author.slug === slug)?.name ?? slug}
        options={found.map((author) => ({ value: author.slug, label: author.name }))}
        onText={(text) => {
          setTyped(text);
          if (text.trim() === '' && slug !== '') onChange('');
        }}
        onPick={({ value }) => {
          setTyped(null);
          onChange(value);
        }}
        // Text that was not selected from the list does not filter.
        onLeave={() => setTyped(null)}
      />
    </div>
  );
}
