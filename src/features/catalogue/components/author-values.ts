import type { ManagedAuthor } from '#src/features/authors/contract.ts';

/** What stands in the fields of the form. */
export type AuthorValues = {
  name: string;
  sort_name: string;
  kind: string;
  origin: string;
  dates: string;
  born_year: string;
  died_year: string;
  place: string;
  biography: string;
  slug: string;
  other_names: string;
};

export const AUTHOR_LABELS: Record<keyof AuthorValues, string> = {
  name: 'Name',
  sort_name: 'Filed under',
  kind: 'Kind',
  origin: 'Origin',
  dates: 'Dates',
  born_year: 'Year of birth',
  died_year: 'Year of death',
  place: 'Place',
  biography: 'Biography',
  slug: 'Address',
  other_names: 'Other names',
};

export function authorValues(author: ManagedAuthor | null): AuthorValues {
  const { name = '', sort_name = '', kind = 'person', origin = '', dates = '', place = '', biography = '', slug = '' } = author ?? {};
  return {
    ...{ name, sort_name, kind, origin, dates, place, biography, slug },
    born_year: String(author?.born_year ?? ''),
    died_year: String(author?.died_year ?? ''),
    other_names: author?.other_names.join('\n') ?? '',
  };
}

/** As the API takes it. What is no year goes as it is, and is refused there. Blank: made by the server. */
export function authorBody({
  born_year,
  died_year,
  other_names,
  slug,
  sort_name,
  ...texts
}: Partial<AuthorValues>): Record<string, unknown> {
  return {
    ...texts,
    ...(slug ? { slug } : {}),
    ...(sort_name ? { sort_name } : {}),
    ...(born_year !== undefined && { born_year: toYear(born_year) }),
    ...(died_year !== undefined && { died_year: toYear(died_year) }),
    ...(other_names !== undefined && { other_names: toLines(other_names) }),
  };
}

function toYear(text: string): number | string | null {
  if (text.trim() === '') return null;
  return /^\s*-?\d{1,5}\s*$/.test(text) ? Number(text) : text;
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
