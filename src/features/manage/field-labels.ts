import type { TaleFields } from './contract.ts';

/** What the fields of a tale are called, in the form and wherever else they are named; in the order of the form. */
export const FIELD_LABELS: Readonly<Record<keyof TaleFields, string>> = {
  title: 'Title',
  author: 'Author',
  category: 'Category',
  status: 'Status',
  publish_date: 'Publish date',
  cover_image: 'Cover',
  read_time: 'Read time',
  excerpt: 'Excerpt',
  content: 'Content',
  tags: 'Also in',
  slug: 'Address',
  language: 'Language',
  origin: 'Origin',
  tale_type: 'Tale type',
  age_band: 'Age',
  content_notes: 'Content notes',
  why_it_matters: 'Why it matters',
  questions: 'Questions to talk about',
  motifs: 'Motifs',
  retold_from: 'Retold from',
  source: 'Source',
  rights: 'Rights',
};
