import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';
import { AGE_BANDS, MINUTES } from './browse-query.ts';
import type { FacetOption, Facets } from './contract.ts';
import { type Counts, type Groups, marksUpTo, type Named, type NamedCategory } from './facets.ts';

const MOST_AUTHORS = 12;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

type Chosen = { groups: Groups; authors: Named[]; categories: NamedCategory[]; withoutCategory: number };

/**
 * Counts as choices to show. `withoutCategory` is the number for the tab All. Ages and categories are always all
 * there, save a new category without tales; of lengths those that tell the tales apart; of the others those that some tale has, and those that are chosen, so that they can be taken back.
 */
export async function facetOptions(db: Db, counts: Counts, { groups, authors, categories, withoutCategory }: Chosen): Promise<Facets> {
  const names = await nameAuthors(db, counts.a, authors);
  return {
    category: [{ value: '', label: 'All', count: withoutCategory }, ...categoryTabs(counts, categories, groups)],
    minutes: minuteOptions(counts.m, groups),
    age: AGE_BANDS.map((band) => ({ value: band, label: ageLabel(band), count: counts.g.get(`g:${band}`) ?? 0 })),
    origin: byCount(valuesOf(counts.o, groups.o), (origin) => origin),
    language: byCount(valuesOf(counts.l, groups.l), languageName),
    author: byCount(
      names.map(({ id, slug }) => ({ value: slug, count: counts.a.get(`a:${id}`) ?? 0, isChosen: groups.a?.includes(`a:${id}`) ?? false })),
      (slug) => names.find((author) => author.slug === slug)?.name ?? slug,
    ),
  };
}

/**
 * The lengths that tell tales apart: one that leaves as many as a shorter one or as no limit at all is no choice, unless it has
 * been made.
 */
function minuteOptions(counts: Map<string, number>, { m: chosen }: Groups): FacetOption[] {
  const countOf = (marks: readonly string[]) => marks.reduce((sum, mark) => sum + (counts.get(mark) ?? 0), 0);
  const everything = countOf([...counts.keys()]);
  const options = MINUTES.map((minutes) => {
    const marks = marksUpTo(minutes);
    const isChosen = chosen?.length === marks.length;
    return { option: { value: String(minutes), label: `Up to ${minutes} minutes`, count: countOf(marks) }, isChosen };
  });
  return options.flatMap(({ option, isChosen }, index) => {
    const shorter = options[index - 1]?.option.count ?? 0;
    return isChosen || (option.count > shorter && option.count < everything) ? [option] : [];
  });
}

type Value = { value: string; count: number; isChosen: boolean };

function valuesOf(counts: Map<string, number>, chosen: string[] = []): Value[] {
  const marks = [...new Set([...counts.keys(), ...chosen])];
  return marks.map((mark) => ({ value: mark.slice(2), count: counts.get(mark) ?? 0, isChosen: chosen.includes(mark) }));
}

function byCount(values: Value[], labelOf: (value: string) => string): FacetOption[] {
  return values
    .filter(({ count, isChosen }) => count > 0 || isChosen)
    .map(({ value, count }) => ({ value, label: labelOf(value), count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

/** A code that looks like one of a language but is none stands for itself. */
function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

function categoryTabs(counts: Counts, categories: NamedCategory[], groups: Groups): FacetOption[] {
  const shown = categories.filter(({ id, isHidden }) => !isHidden || groups.c?.includes(`c:${id}`));
  return shown.map(({ id, slug, name }) => ({ value: slug, label: name, count: counts.c.get(`c:${id}`) ?? 0 }));
}

function ageLabel(band: string): string {
  return band.endsWith('+') ? `Ages ${band.slice(0, -1)} and up` : `Ages ${band.replace('-', ' to ')}`;
}

async function nameAuthors(db: Db, counts: Map<string, number>, chosen: Named[]): Promise<Named[]> {
  const top = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_AUTHORS)
    .map(([mark]) => Number(mark.slice(2)));
  const missing = top.filter((id) => !chosen.some((author) => author.id === id));
  if (missing.length === 0) return chosen;
  const { rows } = await sql<Named>`select id, slug, name from authors where id = any(${missing}::integer[]) ${keptPlan}`.execute(db);
  return [...chosen, ...rows];
}
