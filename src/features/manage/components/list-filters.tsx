import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import type { Choices } from '../contract.ts';
import { AuthorFilter } from './author-filter.tsx';
import { languageName } from './language-name.ts';
import { STATE_NAMES } from './state-badge.tsx';

/** Orders by their name in the address: the sort, and the way where it is not the usual one. */
export const ORDERS: Record<string, string> = {
  created: 'Newest created first',
  'created asc': 'Oldest created first',
  updated: 'Changed last first',
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

type Props = { asked: Record<string, string>; onChange: (changes: Record<string, string>) => void };

/** What narrows and orders the list. Shown when it is asked for. */
export function ListFilters({ asked, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ['staff', '/choices'],
    queryFn: () => send<Choices>('GET', '/admin/choices'),
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
  const { state = '', category = '', author = '', language = '', sort = 'created', order = '' } = asked;
  const categories = Object.fromEntries(data?.categories.map(({ slug, name }) => [slug, name]) ?? []);
  const languages = Object.fromEntries(data?.languages.map((code) => [code, languageName(code)]) ?? []);
  return (
    <fieldset className="list-filters">
      <legend className="visually-hidden">Narrow and sort the list</legend>
      <Choice label="Status" all="All but the bin" value={state} options={STATE_NAMES} onChange={(value) => onChange({ state: value })} />
      <Choice
        label="Category"
        all="All categories"
        value={category}
        options={categories}
        onChange={(value) => onChange({ category: value })}
      />
      <AuthorFilter slug={author} onChange={(value) => onChange({ author: value })} />
      <Choice
        label="Language"
        all="All languages"
        value={language}
        options={languages}
        onChange={(value) => onChange({ language: value })}
      />
      <Choice
        label="Sort by"
        value={`${sort} ${order}`.trim()}
        options={ORDERS}
        onChange={(value) => {
          const [by = '', way = ''] = value.split(' ');
          onChange({ sort: by === 'created' && way === '' ? '' : by, order: way });
        }}
      />
    </fieldset>
  );
}

type ChoiceProps = { label: string; all?: string; value: string; options: Record<string, string>; onChange: (value: string) => void };

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
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
