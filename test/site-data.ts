import type { TaleList, TaleView } from '#src/features/tales/contract.ts';
import type { HomeView } from '#src/web/home/contract.ts';

/** API responses for pages in a simulated browser. */

export const CARD = {
  ...{ id: '0f4b2f80-4d5f-4c5e-8f3a-1d2c3b4a5968', slug: 'rapunzel', title: 'Rapunzel', excerpt: 'A girl in a tower.' },
  ...{ author: { slug: 'grimm', name: 'The Brothers Grimm' }, category: { slug: 'classic', name: 'Classic' } },
  ...{ coverImage: '/covers/rapunzel.svg', coverWide: '/covers/rapunzel-wide.svg', readTime: 7, aloudTime: 10, isFeatured: false },
  ...{ publishDate: '2026-11-01T08:00:00.000Z', language: 'en', ageBand: '' },
};

/** Partial, so that a new field of tales needs no edit here. */
const tale: Partial<TaleView> = {
  ...CARD,
  ...{ content: '<p>There was once a man and a woman.</p>', words: 1400, tags: [], shareImage: '/covers/rapunzel.png' },
  ...{
    updatedAt: '2026-11-01T08:00:00.000Z',
    prevTale: null,
    nextTale: null,
    related: [],
    contentNotes: [],
    motifs: [],
    credits: [],
    files: [],
    memberFiles: 0,
    questions: [],
  },
  ...{ origin: '', retoldFrom: '', rights: '', source: '', taleType: '', whyItMatters: '' },
};

/** A tale whose optional fields are empty. */
export const TALE = tale as TaleView;

export const EMPTY_HOME: HomeView = {
  ...{ talesCount: 0, featured: [], tonight: null, collections: [], ages: [], origins: [], recent: [], categories: [], authors: [] },
};

export const EMPTY_LIST: TaleList = {
  ...{ tales: [], next: null, total: { count: 0, atLeast: false }, corrected: null, suggestions: null },
  facets: { category: [], minutes: [], age: [], calm: [], mood: [], origin: [], language: [], author: [] },
};
