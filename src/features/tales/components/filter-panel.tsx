import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { useDismissDetails } from '#src/ui/dismiss.ts';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { afterNextFrame } from '#src/ui/next-frame.ts';
import { urls } from '#src/urls.ts';
import {
  ageLabel,
  type BrowseQuery,
  defaultSort,
  LIST_FILTERS,
  LIST_START,
  type ListFilter,
  MINUTES,
  parseBrowseQuery,
  writeBrowseQuery,
} from '../browse-query.ts';
import type { Facets, TaleList } from '../contract.ts';

/** Loads the result of a query that is not applied yet, to show its counts in the panel. */
export type LoadPreview = (query: BrowseQuery) => Promise<TaleList>;

type Props = { query: BrowseQuery; list: TaleList; loadPreview?: LoadPreview | undefined };

/** The Filter button and its panel: a disclosure with a GET form. */
export function FilterPanel({ query, list, loadPreview }: Props) {
  const panel = useRef<HTMLDetailsElement>(null);
  const close = useDismissDetails(panel, { staysOpen: true });
  const set = countFilters(query);

  /** After the next frame: rendering the panel is expensive. */
  function toggle(event: MouseEvent): void {
    event.preventDefault();
    afterNextFrame(() => panel.current?.toggleAttribute('open'));
  }

  return (
    <details className="filter" ref={panel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button and supports Enter and Space */}
      <summary className="btn btn-line btn-filter" onClick={toggle}>
        <Icon name="filter" />
        <span className="word">Filter</span>
        {set > 0 ? (
          <span className="pip">
            {set}
            <span className="visually-hidden"> set</span>
          </span>
        ) : null}
      </summary>
      <FilterForm key={writeBrowseQuery(query)} query={query} list={list} loadPreview={loadPreview} close={close} />
    </details>
  );
}

function FilterForm({ query, list, loadPreview, close }: Props & { close: () => void }) {
  const { draft, preview, change } = useDraft(query, list, loadPreview);

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const wanted = queryFromForm(new FormData(event.currentTarget));
    close();
    navigate(browseHref(wanted));
  }

  return (
    <form className="filters sheet-rule" action="/tales" method="get" aria-label="Filters" onSubmit={apply} onChange={change}>
      <QueryFields query={query} without={['filters', 'sort']} />
      <Groups draft={draft} list={preview} />
      <div className="filters-end">
        <a className="btn btn-quiet" href={browseHref(withoutFilters(query))} onClick={close}>
          Clear all
        </a>
        <button type="submit" className="btn btn-solid">
          Show {formatTaleCount(preview.total.count, preview.total.atLeast)}
        </button>
      </div>
    </form>
  );
}

/** The filters selected but not applied, and their counts. The response to the latest request wins. */
function useDraft(query: BrowseQuery, list: TaleList, loadPreview: LoadPreview | undefined) {
  const [draft, setDraft] = useState(query);
  const [preview, setPreview] = useState(list);
  const latest = useRef(0);

  async function change(event: FormEvent<HTMLFormElement>): Promise<void> {
    const wanted = queryFromForm(new FormData(event.currentTarget));
    setDraft(wanted);
    if (!loadPreview) return;
    latest.current += 1;
    const request = latest.current;
    const result = await loadPreview(wanted).catch(() => null);
    if (result && request === latest.current) setPreview(result);
  }

  return { draft, preview, change };
}

function Groups({ draft, list }: { draft: BrowseQuery; list: TaleList }) {
  const { facets } = list;
  const minutes: Choice[] = facets.minutes.map((option) => ({ ...option, label: minutesLabel(Number(option.value)) }));
  const ages: Choice[] = facets.age.map((option) => ({ ...option, label: ageLabel(option.value) }));
  const chosen = draft.minutes === null ? '' : String(draft.minutes);
  return (
    <>
      <FilterChoices name="age" title="Age" options={ages} chosen={draft.age} />
      <FilterChoices name="calm" title="Suitability" options={facets.calm} chosen={draft.calm} />
      <FilterChoices
        name="minutes"
        title="Reading time"
        single
        options={[{ value: '', label: 'Any length' }, ...minutes]}
        chosen={[chosen]}
      />
      <FilterChoices name="mood" title="Mood" options={facets.mood} chosen={draft.mood} />
      <FilterChoices name="author" title="Author" options={facets.author} chosen={draft.author} />
      <FilterChoices name="sort" title="Order" single options={sortOptions(draft.q !== '')} chosen={[draft.sort]} />
      <FilterChoices name="origin" title="Origin" options={facets.origin} chosen={draft.origin} />
      <FilterChoices name="language" title="Language" options={facets.language} chosen={draft.language} />
    </>
  );
}

function sortOptions(searching: boolean): Choice[] {
  const orders = [
    { value: 'newest', label: 'Newest first' },
    { value: 'title', label: 'Title, A to Z' },
    { value: 'shortest', label: 'Shortest first' },
    { value: 'longest', label: 'Longest first' },
  ];
  return searching ? [{ value: 'relevance', label: 'Best match first' }, ...orders] : orders;
}

type Choice = { value: string; label: string; count?: number };
type ChoicesProps = { name: string; title: string; options: readonly Choice[]; chosen: readonly string[]; single?: boolean };

/** A group of filter options. Options without tales are disabled unless selected. */
function FilterChoices({ name, title, options, chosen, single = false }: ChoicesProps) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend className="label">{title}</legend>
      <div className="filter-list">
        {options.map((option) => {
          const isChosen = chosen.includes(option.value);
          return (
            <label key={option.value} className="check">
              <input
                type={single ? 'radio' : 'checkbox'}
                name={name}
                value={option.value}
                defaultChecked={isChosen}
                disabled={option.count === 0 && !isChosen}
              />
              {option.label}
              {option.count === undefined ? null : <small>{formatCount(option.count)}</small>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

type Name = 'q' | 'category' | 'filters' | 'sort';

/** Hidden fields for the parts of the query that a form does not contain. */
export function QueryFields({ query, without }: { query: BrowseQuery; without: readonly Name[] }) {
  const carried: BrowseQuery = { ...query, ...LIST_START };
  if (without.includes('q')) carried.q = '';
  if (without.includes('category')) carried.category = '';
  if (without.includes('sort')) carried.sort = carried.q ? 'relevance' : 'newest';
  if (without.includes('filters')) {
    carried.minutes = null;
    for (const name of LIST_FILTERS) carried[name] = [];
  }
  const fields = [...new URLSearchParams(writeBrowseQuery(carried))];
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** Number of active filters. */
function countFilters(query: BrowseQuery): number {
  return (query.minutes === null ? 0 : 1) + LIST_FILTERS.reduce((sum, name) => sum + query[name].length, 0);
}

export function browseHref(query: BrowseQuery): string {
  return urls.tales(writeBrowseQuery(query));
}

/** The query without filters, in default order, from the first page. Keeps the category, which is a tab. */
export function withoutFilters(query: BrowseQuery): BrowseQuery {
  const none = Object.fromEntries(LIST_FILTERS.map((name) => [name, []])) as unknown as Record<ListFilter, string[]>;
  return { ...query, ...none, minutes: null, sort: defaultSort(query.q !== ''), ...LIST_START };
}

type FilterChip = { key: string; label: string; href: string };

/** One chip per active filter, with the URL that removes it. Labels come from the facets if they have the value. */
export function filterChips(query: BrowseQuery, facets: Facets): FilterChip[] {
  const chips: FilterChip[] = [];
  if (query.minutes !== null) {
    chips.push({ key: 'minutes', label: minutesLabel(query.minutes), href: browseHref({ ...query, minutes: null, ...LIST_START }) });
  }
  for (const name of LIST_FILTERS) {
    for (const value of query[name]) {
      const rest = query[name].filter((other) => other !== value);
      chips.push({
        key: `${name}:${value}`,
        label: chipLabel(name, value, facets),
        href: browseHref({ ...query, [name]: rest, ...LIST_START }),
      });
    }
  }
  return chips;
}

export function minutesLabel(minutes: number): string {
  return `${minutes} min or less`;
}

function chipLabel(name: ListFilter, value: string, facets: Facets): string {
  if (name === 'age') return ageLabel(value);
  return facets[name].find((option) => option.value === value)?.label ?? value;
}

/** Reads a query from a form of the browse page. Unknown minutes are ignored. */
export function queryFromForm(form: FormData): BrowseQuery {
  const params = new URLSearchParams();
  for (const name of ['q', 'category', 'sort']) params.set(name, text(form.get(name)));
  const minutes = text(form.get('minutes'));
  if (MINUTES.some((known) => String(known) === minutes)) params.set('minutes', minutes);
  for (const name of LIST_FILTERS) params.set(name, form.getAll(name).map(text).join(','));
  return parseBrowseQuery(params);
}

function text(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
