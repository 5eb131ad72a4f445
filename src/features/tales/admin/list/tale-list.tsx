import { useEffect, useId, useRef, useState } from 'react';
import type { LiveRows } from '#src/admin-ui/live-rows.tsx';
import { ListSearch, PagedList, type usePagedList } from '#src/admin-ui/paged-list.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useHistoryState } from '#src/ui/navigate.ts';
import { ToolIcon } from '#src/ui/row-menu.tsx';
import type { ManagedTalePage, Sort, TaleRow } from '../contract.ts';
import { languageName, useAuthorOptions, useTaleOptions } from '../use-tale-options.ts';
import { BulkActions, type Selection } from './bulk-actions.tsx';
import { STATE_NAMES, type TaleActions, TaleTable } from './tale-table.tsx';
import type { useTaleActions } from './use-tale-actions.ts';

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

type Props = {
  filters: Record<string, string>;
  query: ReturnType<typeof usePagedList<ManagedTalePage>>;
  tales: readonly TaleRow[];
  live: LiveRows<TaleRow>;
  openId: string;
  selection: Selection;
  actions: TaleActions;
  changeMany: ReturnType<typeof useTaleActions>['changeMany'];
  onFilter: (changes: Record<string, string>) => void;
  onOpen: (tale: TaleRow) => void;
  onNew: () => void;
  onHelp: () => void;
};

const FILTER_NAMES = ['state', 'category', 'author', 'language', 'sort', 'order'];

/** The left panel: search, filters, the table of tales and bulk actions. */
export function TaleList({ filters, query, tales, live, openId, selection, actions, changeMany, onFilter, onOpen, onNew, onHelp }: Props) {
  const active = FILTER_NAMES.filter((name) => name !== 'order' && filters[name] !== undefined).length;
  const [isOpen, setOpen] = useState(active > 0);
  const { sort = 'created', order = sort === 'created' || sort === 'updated' || sort === 'publish_date' ? 'desc' : 'asc' } = filters;
  const onSort = (name: Sort) => onFilter({ sort: name, order: sort === name && order === 'asc' ? 'desc' : '' });
  return (
    <section className="panel list-panel" aria-label="Tales">
      <div className="panel-head">
        <h2>Tales</h2>
        <button type="button" className="btn btn-solid btn-sm" onClick={onNew}>
          <ToolIcon name="plus" />
          New Tale
        </button>
      </div>
      <div className="list-find">
        <ListSearch
          label="Search tales to manage"
          placeholder="Search by title, author or category"
          q={filters.q ?? ''}
          onSearch={(q) => onFilter({ q })}
        />
        <button
          type="button"
          className="btn btn-line filter-btn"
          aria-expanded={isOpen}
          aria-label={active > 0 ? `Filter and sort, ${active} active` : 'Filter and sort'}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" />
          {active > 0 ? <span className="count figures">{active}</span> : null}
        </button>
      </div>
      {isOpen ? <ListFilters filters={filters} onChange={onFilter} /> : null}
      <div className="list-scroll" {...useScrollPosition(openId, tales.length > 0)}>
        <PagedList
          query={query}
          live={live}
          isFiltered
          count={tales.length}
          words={['tale', 'tales']}
          loading="Loading tales..."
          empty="No tales found"
          failed="Error loading tales"
        >
          <TaleTable
            tales={tales}
            openId={openId}
            sorting={{ sort, order, onSort }}
            selection={selection}
            actions={actions}
            onOpen={onOpen}
          />
        </PagedList>
      </div>
      {/* The rows would push it down. */}
      {query.status === 'pending' ? null : (
        <div className="list-end">
          {active > 0 || filters.q !== undefined ? (
            <button
              type="button"
              className="btn btn-quiet btn-sm"
              onClick={() => onFilter(Object.fromEntries(['q', ...FILTER_NAMES].map((name) => [name, ''])))}
            >
              Show all tales
            </button>
          ) : null}
          {tales.length > 0 && !selection.isActive ? (
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => selection.setActive(true)}>
              Select
            </button>
          ) : null}
          {filters.state === 'bin' ? null : (
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => onFilter({ state: 'bin', sort: 'updated', order: '' })}>
              Show trash
            </button>
          )}
          <button type="button" className="btn btn-quiet btn-sm keys-button" aria-haspopup="dialog" aria-keyshortcuts="?" onClick={onHelp}>
            Keyboard shortcuts
          </button>
        </div>
      )}
      {selection.isActive ? <BulkActions selection={selection} isTrash={filters.state === 'bin'} onChange={changeMany} /> : null}
    </section>
  );
}

const SCROLL_DELAY_MS = 150;

/**
 * Keeps the scroll position of the list, which scrolls by itself on wide screens: when the page is left and opened again by going back or
 * reloading, it is where it was, or at the open tale.
 */
function useScrollPosition(openId: string, isLoaded: boolean) {
  const pane = useRef<HTMLDivElement>(null);
  const [position, remember] = useHistoryState('tale list position', 0);
  const initial = useRef<number | null>(position);
  useEffect(() => {
    if (!isLoaded || initial.current === null || pane.current === null) return;
    pane.current.scrollTop = initial.current;
    const row = pane.current.querySelector('.is-selected');
    if (initial.current === 0 && row !== null) {
      pane.current.scrollTop = offsetWithin(row, pane.current);
      // The end of the list may be below the window.
      row.scrollIntoView({ block: 'nearest' });
    }
    initial.current = null;
  }, [isLoaded]);
  // Each opened tale is another entry of the history.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores the position in the entry of each tale
  useEffect(() => {
    if (initial.current === null && pane.current !== null) remember(pane.current.scrollTop);
  }, [openId]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onScroll = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => pane.current !== null && remember(pane.current.scrollTop), SCROLL_DELAY_MS);
  };
  return { ref: pane, onScroll };
}

/** Returns the scroll position that shows a row in the middle of its list. */
function offsetWithin(row: Element, pane: Element): number {
  const [inner, outer] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
  return pane.scrollTop + inner.top - outer.top - (outer.height - inner.height) / 2;
}

type ListFiltersProps = { filters: Record<string, string>; onChange: (changes: Record<string, string>) => void };

function ListFilters({ filters, onChange }: ListFiltersProps) {
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
