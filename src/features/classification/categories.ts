/** The nine categories of the site as rules know them, by their slugs. */
export const CATEGORY_NAMES = {
  classic: 'Classic',
  enchanted: 'Enchanted',
  folklore: 'Folklore',
  fantasy: 'Fantasy',
  adventure: 'Adventure',
  romance: 'Romance',
  dark: 'Dark',
  animals: 'Animals',
  'magical-creatures': 'Magical Creatures',
} as const;

export type Category = keyof typeof CATEGORY_NAMES;
/** Nothing in a text says that a tale is known everywhere: see known-tales.ts. */
export type ToldCategory = Exclude<Category, 'classic'>;
