import { describe, expect, test } from 'vitest';
import type { Block, TextPart } from '#src/admin-ui/compare-text.ts';
import { readableParagraphs } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { TaleFields } from '../../contract.ts';
import { defaultOf, FIELD_NAMES, FORM_ORDER } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import { compareTales } from './compare-tales.tsx';

/** Written as `[-removed-]` and `{+added+}`. */
const write = (parts: readonly TextPart[]) =>
  parts.map(({ text, kind }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`)).join('');
const writeBlock = (block: Block) => ('parts' in block ? write(block.parts) : block.unchanged);

describe('readableParagraphs', () => {
  test('returns text as read: lines of verse, entities, alt texts', () => {
    const { html } = sanitizeHtml(`<h2>I</h2><p class="verse">Mirror, <em>mirror</em><br>on the wall</p><hr>
      <ul><li>a &lt; b</li><li>c</li></ul><figure><img src="/media/a.webp" alt="A mill"><figcaption>By night</figcaption></figure><img src="/media/b.webp">`);
    expect(readableParagraphs(html)).toEqual([
      ...['I', 'Mirror, mirror\non the wall', '* * *', 'a < b', 'c', '[Picture: A mill]', 'By night', '[Picture: not described]'],
    ]);
    expect(readableParagraphs('')).toEqual([]);
  });
});

const asIs = (slug: string) => slug;

describe('compareTales', () => {
  const tale = {
    ...(Object.fromEntries(FIELD_NAMES.map((name) => [name, defaultOf(name)])) as TaleFields),
    ...{ title: 'The Mill', author: 'The Miller', category: 'classic', excerpt: 'A mill.', content: '<p>Once.</p>' },
    ...{ publish_date: '2026-01-02T03:04:05.000Z', slug: 'the-mill', tags: ['dark'] },
  };

  test('returns nothing for equal tales', () => {
    expect(compareTales(tale, { ...tale, tags: ['dark'] }, asIs)).toEqual([]);
  });

  test('compares by field in the order of the form, including empty values', () => {
    const after: TaleFields = { ...tale, rights: 'Public domain', status: 'published', tags: [], title: 'The Old Mill', read_time: 7 };
    const changes = compareTales(tale, { ...after, category: 'folklore' }, (slug) => slug.toUpperCase());
    expect(changes.map(({ label, blocks }) => [label, ...blocks.map(writeBlock)])).toEqual([
      ['Title', 'The {+Old +}Mill'],
      ['Category', '[-CLASSIC-]{+FOLKLORE+}'],
      ['Status', '[-Draft-]{+Published+}'],
      ['Read time', '[-Calculated from the word count-]{+7 min+}'],
      ['Also in', '[-DARK-]{+Empty+}'],
      ['Rights', '[-Empty-]{+Public domain+}'],
    ]);
  });

  test('returns no blocks if only the formatting of the text differs', () => {
    expect(compareTales(tale, { ...tale, content: '<p><em>Once.</em></p>' }, asIs)).toEqual([
      { field: 'content', label: 'Content', blocks: [] },
    ]);
  });
});

test('compareTales covers every field, with the labels of the form', () => {
  const other = (name: FieldName, value: unknown) => {
    if (Array.isArray(value)) return ['violence'];
    if (typeof value === 'number') return 3;
    return name === 'publish_date' ? '2027-05-04T07:00:00.000Z' : name === 'status' ? 'published' : 'Other';
  };
  const before = Object.fromEntries(FIELD_NAMES.map((name) => [name, defaultOf(name)])) as TaleFields;
  const after = Object.fromEntries(FIELD_NAMES.map((name) => [name, other(name, before[name])])) as TaleFields;
  const changes = compareTales(before, after, asIs);
  expect(changes.map(({ field, label }) => [field, label])).toEqual(FORM_ORDER.map((name) => [name, taleFields[name].label]));
});
