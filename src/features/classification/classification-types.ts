/** Types shared by the classification rules. */
import type { ContentNote } from './content-notes.ts';
import type { Reason } from './contract.ts';

/** The nine categories of a new site, by slug. */
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

export type CategorySlug = keyof typeof CATEGORY_NAMES;
/** Categories that a text can indicate. Classic tales are found by their title: see known-tales.ts. */
export type TextCategory = Exclude<CategorySlug, 'classic'>;

export type AgeBand = '' | '3-5' | '6-8' | '9-12' | '13+';

export type Classification = {
  category: CategorySlug;
  /** Further categories, at most three. */
  tags: CategorySlug[];
  ageBand: AgeBand;
  contentNotes: ContentNote[];
  /** An adjective such as German; empty if unknown. */
  origin: string;
  reasons: Reason[];
};

/** `text` is plain text; `language` a BCP 47 tag. */
export type TaleToClassify = { title: string; text: string; author: string; bookTitle: string | null; language: string };
/** Pure: no database, no clock. */
export type Classify = (tale: TaleToClassify) => Classification;
