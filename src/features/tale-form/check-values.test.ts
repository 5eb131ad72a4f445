import { expect, test } from 'vitest';
import { TaleInput } from '#src/features/tales/tale-input.ts';
import { countCharacters as countOnServer } from '#src/platform/text.ts';
import { checkValues } from './check-values.ts';
import { countCharacters } from './count-characters.ts';
import { blankTale, toNewTale } from './tale-values.ts';

const good = { ...blankTale(0), author: 'Gerda', category: 'classic', excerpt: 'Once.' };
const FAMILY = '👨‍👩‍👧‍👦';

const CASES: [string, Partial<typeof good>][] = [
  ['a new tale as it stands', { author: '', category: '', excerpt: '' }],
  ['blanks', { title: ' \u200b', author: '\t', category: ' ', excerpt: '\u2060' }],
  ['300 families of emoji', { excerpt: FAMILY.repeat(300) }],
  ['301 families of emoji', { excerpt: FAMILY.repeat(301) }],
  ['301 letters with accents apart', { excerpt: 'e\u0301'.repeat(301) }],
  ['white space at the ends', { excerpt: ` ${'a'.repeat(300)}\n` }],
  ['minutes below nothing', { read_time: -1 }],
  ['half a minute', { read_time: 0.5 }],
  ['too many minutes', { read_time: 1001 }],
  ['no date', { publish_date: '' }],
  ['nothing wrong', {}],
];

test.each(CASES)('%s: the form and the server say the same', (_, wrong) => {
  const values = { ...good, ...wrong };
  const { rights: _rights, ...sent } = toNewTale(values, true);
  const issues = TaleInput.safeParse(sent).error?.issues ?? [];
  const onServer = Object.groupBy(issues, (issue) => String(issue.path[0]));
  const here = checkValues(values);
  expect(Object.keys(here).sort()).toEqual(Object.keys(onServer).sort());
  for (const name of ['title', 'author', 'category', 'excerpt', 'publish_date'] as const) {
    expect(here[name]).toEqual(onServer[name]?.map(({ message }) => message).slice(0, 1));
  }
});

test('a new tale needs what the specification says', () => {
  expect(checkValues({ ...blankTale(0), title: '' })).toEqual({
    title: ['Title is required'],
    author: ['Author is required'],
    category: ['Category is required'],
    excerpt: ['Excerpt is required'],
  });
});

test.each(['', 'abc', 'e\u0301', FAMILY, '🇩🇰🇩🇰', 'ก็', '\r\n'])('%j is as long as on the server', (text) => {
  expect(countCharacters(text)).toBe(countOnServer(text));
});
