import { describe, expect, test } from 'vitest';
import type { FoundBook, FoundTale } from '../worker-output.ts';
import { type SuggestOptions, suggestFields } from './suggest-fields.ts';

const HOW: SuggestOptions = {
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
const TALE: FoundTale = {
  title: 'The Mill',
  content: '<p>It <b onclick="x">turned</b>.</p>',
  rights: 'Free',
  source: 'Told',
  warnings: [],
};
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
const proposed = (tale: Partial<FoundTale>, how: Partial<SuggestOptions> = {}, book: Partial<FoundBook> = {}) =>
  suggestFields({ ...TALE, ...tale }, { ...BOOK, ...book }, { ...HOW, ...how });

describe('a suggestion', () => {
  test('uses what the source states and derives the rest', () => {
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
      age_band: '13+',
      origin: 'French',
      slug: 'mill',
    };
    const more = {
      tale_type: 'ATU 1',
      read_time: 3,
      publish_date: '2020-01-02',
      retold_from: 'A book',
      source: 'S',
      motifs: ['a mill'],
      why_it_matters: 'It turns.',
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

  test('drops unknown content notes with a warning', () => {
    const { proposed: tale, warnings } = proposed({ content_notes: ['violence', 'boredom'] });
    expect(tale.content_notes).toEqual(['violence']);
    expect(warnings).toContain('Unknown content notes: boredom.');
  });

  test('puts a subtitle above the text and not into the excerpt', () => {
    const { content, excerpt } = proposed({ subtitle: 'A <Tale> & more' }).proposed;
    expect(content).toBe('<p class="centre"><em>A &lt;Tale&gt; &amp; more</em></p>\n<p>It <b>turned</b>.</p>');
    expect(excerpt).toBe('It turned.');
  });
});

describe('publishes', () => {
  const status = (...given: Parameters<typeof proposed>) => proposed(...given).proposed.status;
  const unknown = { rights: undefined } as unknown as Partial<FoundTale>;

  test('tales without warnings', () => {
    expect(status({})).toBe('published');
    expect(status({ warnings: ['Strange.'] })).toBe('draft');
    expect(status({ content: '' })).toBe('draft');
    expect(status({ category: 'no such' })).toBe('draft');
    expect(status({}, {}, { language: null })).toBe('draft');
    expect(status({ language: 'en' }, {}, { language: null })).toBe('published');
    expect(status({ warnings: ['Strange.'] }, { publishing: 'publish' })).toBe('draft');
  });

  test('tales with source and rights, or without them when the importer takes responsibility', () => {
    expect(status(unknown)).toBe('draft');
    expect(status({ ...unknown, status: 'published' })).toBe('draft');
    expect(status({ source: undefined } as unknown as Partial<FoundTale>)).toBe('draft');
    expect(status({ source: undefined } as unknown as Partial<FoundTale>, {}, { title: 'Tales of the mill' })).toBe('published');
    expect(status(unknown, { publishing: 'publish' })).toBe('published');
    expect(status({ status: 'draft' }, { publishing: 'publish' })).toBe('draft');
    expect(status({}, { publishing: 'draft' })).toBe('draft');
  });

  test('tales without source and rights where the site does not require them', () => {
    const bare = { ...unknown, source: undefined } as unknown as Partial<FoundTale>;
    expect(status(bare, { requiresSource: false })).toBe('published');
    expect(proposed(bare, { requiresSource: false }).warnings).toEqual([]);
    expect(status({ warnings: ['Strange.'] }, { requiresSource: false })).toBe('draft');
  });
});
