import type { ManagedCategory } from '#src/features/categories/contract.ts';

/** What stands in the fields of the form. */
export type CategoryValues = {
  name: string;
  description: string;
  palette: string;
  motif: string;
  colour: string;
  slug: string;
  on_home: boolean;
};

export const CATEGORY_LABELS: Record<keyof CategoryValues, string> = {
  name: 'Name',
  description: 'Description',
  palette: 'Colours of the covers',
  motif: 'Motif of its picture',
  colour: 'Colour',
  slug: 'Address',
  on_home: 'Home page',
};

export function categoryValues(category: ManagedCategory | null): CategoryValues {
  const { name = '', description = '', palette = '', motif = '', colour = '', slug = '', on_home = false } = category ?? {};
  return { name, description, palette, motif, colour, slug, on_home };
}

/** As the API takes it. Blank choices are left to the server, which makes them from the name. */
export function categoryBody(values: Partial<CategoryValues>): Record<string, unknown> {
  const made = new Set(['palette', 'motif', 'colour', 'slug']);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' || !made.has(name)));
}

/** As `magical-creatures` is shown: Magical creatures. */
export function readable(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
