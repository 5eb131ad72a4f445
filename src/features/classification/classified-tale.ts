/** Where an imported tale belongs, by rules that an editor can follow. Pure: no database, no clock. */
import type { ContentNote } from '#src/features/tales/content-notes.ts';
import type { Category } from './categories.ts';
import type { Reason } from './contract.ts';

export type AgeBand = '' | '3-5' | '6-8' | '9-12' | '13+';

export type Classification = {
  category: Category;
  /** Further categories, at most three. */
  tags: Category[];
  ageBand: AgeBand;
  contentNotes: ContentNote[];
  /** An adjective, as German; blank where it is not known. */
  origin: string;
  reasons: Reason[];
};

/** `text`: plain, without marks; `language`: a language tag. */
export type TaleToClassify = { title: string; text: string; author: string; bookTitle: string | null; language: string };
export type Classify = (tale: TaleToClassify) => Classification;
