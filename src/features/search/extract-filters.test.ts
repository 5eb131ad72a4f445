import { expect, test } from 'vitest';
import { parseBrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { extractFilters } from './extract-filters.ts';

function extract(search: string): string | null {
  const query = extractFilters(parseBrowseQuery(new URLSearchParams(search)));
  return query && writeBrowseQuery(query);
}

test.each([
  ['not scary', 'calm=yes'],
  ['Nothing too scary', 'calm=yes'],
  ['bedtime', 'minutes=10&calm=yes'],
  ['a bedtime story, 5 minutes', 'minutes=5&calm=yes'],
  ['5 minutes', 'minutes=5'],
  ['12-minute tale', 'minutes=10'],
  ['2 min', 'minutes=5'],
  ['half an hour', 'minutes=30'],
  ['for a 4 year old', 'age=3-5'],
  ['seven-year-olds', 'age=6-8'],
  ['ages 9 to 12', 'age=9-12'],
  ['ages 4-8', 'age=3-5,6-8'],
  ['aged 15', 'age=13%2B'],
  ['something funny for a six-year-old, ten minutes', 'minutes=10&age=6-8&mood=funny'],
  ['not scary dragons', 'q=dragons&calm=yes'],
])('“%s” becomes filters', (text, expected) => {
  expect(extract(`q=${encodeURIComponent(text)}`)).toBe(expected);
});

test.each(['rapunzel', '"bedtime"', 'the three bears', 'scary', 'a thousand and one nights', 'twelve dancing princesses', '“not scary”'])(
  '“%s” is searched for as it is',
  (text) => {
    expect(extract(`q=${encodeURIComponent(text)}`)).toBeNull();
  },
);

test('keeps other filters, replaces those wished for, and starts from the first page', () => {
  expect(extract('q=bedtime+wolf&category=animals&age=6-8&minutes=30&sort=title&pages=3')).toBe(
    'q=wolf&category=animals&minutes=10&age=6-8&calm=yes',
  );
});
