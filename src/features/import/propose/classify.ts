/** What kind of tale it is, by rules that say why: given to the importer by who starts it. */

/** `category`: slug of one of the nine; `origin`: empty where not known; `reasons`: sentences for editors. */
export type Classification = {
  category: string;
  tags: string[];
  ageBand: '' | '3-5' | '6-8' | '9-12' | '13+';
  contentNotes: string[];
  origin: string;
  reasons: { what: string; why: string }[];
};

/** `text`: plain; `bookTitle`: null for a tale that comes in no book. */
export type Classify = (tale: {
  title: string;
  text: string;
  author: string;
  bookTitle: string | null;
  language: string;
}) => Classification;
