import type { Db } from '#src/platform/db/db.ts';
import { AGE_BANDS, MINUTES } from './browse-query.ts';
import type { FacetOption, Facets } from './contract.ts';
import { type Counts, marksUpTo, type Named } from './facets.ts';

/** The order of the browse tabs: the specification's eight, then Enchanted. */
const TABS = ['classic', 'folklore', 'fantasy', 'dark', 'romance', 'adventure', 'animals', 'magical-creatures', 'enchanted'];
const MOST_AUTHORS = 12;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

type Chosen = { authors: Named[]; categories: Named[]; withoutCategory: number };

/** Counts as choices to show. `withoutCategory` is the number for the tab All; chosen authors are shown even at the end of the list. */
export async function facetOptions(db: Db, counts: Counts, { authors, categories, withoutCategory }: Chosen): Promise<Facets> {
  const names = await nameAuthors(db, counts.a, authors);
  return {
    category: [{ value: '', label: 'All', count: withoutCategory }, ...categoryTabs(counts, categories)],
    minutes: MINUTES.map((minutes) => ({
      value: String(minutes),
      label: `Up to ${minutes} minutes`,
      count: marksUpTo(minutes).reduce((sum, mark) => sum + (counts.m.get(mark) ?? 0), 0),
    })),
    age: AGE_BANDS.map((band) => ({ value: band, label: ageLabel(band), count: counts.g.get(`g:${band}`) ?? 0 })),
    origin: byCount([...counts.o].map(([mark, count]) => ({ value: mark.slice(2), label: mark.slice(2), count }))),
    language: byCount(
      [...counts.l].map(([mark, count]) => ({ value: mark.slice(2), label: languageNames.of(mark.slice(2)) ?? mark.slice(2), count })),
    ),
    author: byCount(names.map(({ id, slug, name }) => ({ value: slug, label: name, count: counts.a.get(`a:${id}`) ?? 0 }))),
  };
}

function categoryTabs(counts: Counts, categories: Named[]): FacetOption[] {
  return TABS.flatMap((slug) => {
    const category = categories.find((each) => each.slug === slug);
    return category ? [{ value: slug, label: category.name, count: counts.c.get(`c:${category.id}`) ?? 0 }] : [];
  });
}

function ageLabel(band: string): string {
  return band.endsWith('+') ? `Ages ${band.slice(0, -1)} and up` : `Ages ${band.replace('-', ' to ')}`;
}

function byCount(options: FacetOption[]): FacetOption[] {
  return options.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

async function nameAuthors(db: Db, counts: Map<string, number>, chosen: Named[]): Promise<Named[]> {
  const top = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_AUTHORS)
    .map(([mark]) => Number(mark.slice(2)));
  const missing = top.filter((id) => !chosen.some((author) => author.id === id));
  if (missing.length === 0) return chosen;
  return [...chosen, ...(await db.selectFrom('authors').select(['id', 'slug', 'name']).where('id', 'in', missing).execute())];
}
