import { urls } from '#src/urls.ts';
import {
  type BrowseQuery,
  defaultSort,
  LIST_FILTERS,
  LIST_START,
  type ListFilter,
  MINUTES,
  parseBrowseQuery,
  writeBrowseQuery,
} from './browse-query.ts';
import type { Facets } from './contract.ts';

/** The address of the browse page in this state. */
export function browseHref(query: BrowseQuery): string {
  return urls.tales(writeBrowseQuery(query));
}

/** The same search in another category ('' for all), from the beginning. */
export function inCategory(query: BrowseQuery, category: string): BrowseQuery {
  return { ...query, category, ...LIST_START };
}

/** The search alone: no filters, the usual order, from the beginning. The category stays, it is a tab and no filter. */
export function withoutFilters(query: BrowseQuery): BrowseQuery {
  return { ...query, minutes: null, age: [], origin: [], language: [], author: [], sort: defaultSort(query.q !== ''), ...LIST_START };
}

/** How many choices of the Filter panel are set. */
export function countFilters(query: BrowseQuery): number {
  return (query.minutes === null ? 0 : 1) + LIST_FILTERS.reduce((sum, name) => sum + query[name].length, 0);
}

export type Chip = { key: string; label: string; href: string };

/** One chip for each filter set, with the address without it. Labels come from the facets, where they know the value. */
export function filterChips(query: BrowseQuery, facets: Facets): Chip[] {
  const chips: Chip[] = [];
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

export function ageLabel(band: string): string {
  return `Ages ${band.replace('-', ' to ')}`;
}

function chipLabel(name: ListFilter, value: string, facets: Facets): string {
  if (name === 'age') return ageLabel(value);
  return facets[name].find((option) => option.value === value)?.label ?? value;
}

/** What a form of the browse page says, as a query. A field without meaning counts as not filled in. */
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
