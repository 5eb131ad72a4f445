import { describe, expect, test } from 'vitest';
import type { FoundBook, FoundTale } from '../found-tale.ts';
import { type Proposing, propose } from './propose.ts';

const HOW: Proposing = {
  classify: () => ({
    category: 'folklore',
    tags: ['dark', 'romance'],
    ageBand: '6-8',
    contentNotes: ['drink'],
    origin: 'Irish',
    reasons: [],
  }),
  publishing: 'sure',
  requiresSource: true,
  categories: new Set(['folklore', 'dark', 'animals']),
};
const TALE: FoundTale = { title: 'The Mill', content: '<p>It <b onclick="x">turned</b>.</p>', rights: 'Free', source: 'Told', doubts: [] };
const BOOK: FoundBook = {
  ...{
    key: 'k',
    name: 'n',
    title: null,
    authors: ['Ada Miller', 'Bo Weaver'],
    translators: [],
    language: 'de',
    year: null,
    gutenbergId: null,
  },
  tales: [],
  notes: [],
};
const proposed = (tale: Partial<FoundTale>, how: Partial<Proposing> = {}, book: Partial<FoundBook> = {}) =>
  propose({ ...TALE, ...tale }, { ...BOOK, ...book }, { ...HOW, ...how });

describe('a proposal', () => {
  test('has what the source says, and for the rest what is seen', () => {
    expect(proposed({}).proposed).toEqual({
      ...{ title: 'The Mill', author: 'Ada Miller and Bo Weaver', category: 'folklore', tags: ['dark'], excerpt: 'It turned.' },
      ...{
        content: '<p>It <b>turned</b>.</p>',
        status: 'published',
        language: 'de',
        origin: 'Irish',
        age_band: '6-8',
        content_notes: ['drink'],
        source: 'Told',
        rights: 'Free',
      },
    });
    const said = {
      author: 'X',
      language: 'fr',
      excerpt: 'Said.',
      category: 'animals',
      tags: [],
      ageBand: '13+',
      origin: 'French',
      slug: 'mill',
    };
    const more = {
      taleType: 'ATU 1',
      readTime: 3,
      publishDate: '2020-01-02',
      retoldFrom: 'A book',
      source: 'S',
      motifs: ['a mill'],
      whyItMatters: 'It turns.',
    };
    const told = { contentNotes: ['drink' as const], questions: ['Why?'] };
    expect(proposed({ ...said, ...more, ...told }).proposed).toMatchObject({
      ...{ author: 'X', language: 'fr', excerpt: 'Said.', category: 'animals', tags: [], age_band: '13+', origin: 'French', slug: 'mill' },
      ...{
        tale_type: 'ATU 1',
        read_time: 3,
        publish_date: '2020-01-02T06:00:00Z',
        retold_from: 'A book',
        source: 'S',
        motifs: ['a mill'],
        why_it_matters: 'It turns.',
      },
      ...{ content_notes: ['drink'], questions: ['Why?'] },
    });
  });

  test('leaves out content notes that are none, and says so', () => {
    const { proposed: tale, doubts } = proposed({ contentNotes: ['violence', 'boredom'] });
    expect(tale.content_notes).toEqual(['violence']);
    expect(doubts).toContain('It names content notes that are not here: boredom.');
  });

  test('keeps a subtitle above the text, and out of the excerpt', () => {
    const { content, excerpt } = proposed({ subtitle: 'A <Tale> & more' }).proposed;
    expect(content).toBe('<p class="centre"><em>A &lt;Tale&gt; &amp; more</em></p>\n<p>It <b>turned</b>.</p>');
    expect(excerpt).toBe('It turned.');
  });
});

describe('published is', () => {
  const status = (...given: Parameters<typeof proposed>) => proposed(...given).proposed.status;
  const unknown = { rights: undefined } as unknown as Partial<FoundTale>;

  test('what is without a doubt', () => {
    expect(status({})).toBe('published');
    expect(status({ doubts: ['Strange.'] })).toBe('draft');
    expect(status({ content: '' })).toBe('draft');
    expect(status({ category: 'no such' })).toBe('draft');
    expect(status({}, {}, { language: null })).toBe('draft');
    expect(status({ language: 'en' }, {}, { language: null })).toBe('published');
    expect(status({ doubts: ['Strange.'] }, { publishing: 'publish' })).toBe('draft');
  });

  test('what says source and rights, or what who imports it publishes all the same', () => {
    expect(status(unknown)).toBe('draft');
    expect(status({ ...unknown, status: 'published' })).toBe('draft');
    expect(status({ source: undefined } as unknown as Partial<FoundTale>)).toBe('draft');
    expect(status({ source: undefined } as unknown as Partial<FoundTale>, {}, { title: 'Tales of the mill' })).toBe('published');
    expect(status(unknown, { publishing: 'publish' })).toBe('published');
    expect(status({ status: 'draft' }, { publishing: 'publish' })).toBe('draft');
    expect(status({}, { publishing: 'draft' })).toBe('draft');
  });

  test('what says neither source nor rights, where the site does not ask for them', () => {
    const bare = { ...unknown, source: undefined } as unknown as Partial<FoundTale>;
    expect(status(bare, { requiresSource: false })).toBe('published');
    expect(proposed(bare, { requiresSource: false }).doubts).toEqual([]);
    expect(status({ doubts: ['Strange.'] }, { requiresSource: false })).toBe('draft');
  });
});
