import { expect, test } from 'vitest';
import { openTaleUrl, parseTaleListUrl, taleListUrl } from './tale-list-url.ts';

const ID = '0198c0de-0000-7000-8000-000000000000';

test.each([
  [{}, { filters: {}, tale: '', mode: 'view' }],
  [
    { q: ' swan ', state: 'draft', page: '7' },
    { filters: { q: 'swan', state: 'draft' }, tale: '', mode: 'view' },
  ],
  [{ tale: ID }, { filters: {}, tale: ID, mode: 'view' }],
  [
    { tale: ID.toUpperCase(), mode: 'edit' },
    { filters: {}, tale: ID, mode: 'edit' },
  ],
  [
    { tale: '../users', mode: 'edit' },
    { filters: {}, tale: '', mode: 'view' },
  ],
  [{ mode: 'new' }, { filters: {}, tale: '', mode: 'new' }],
  [
    { mode: 'burn', tale: ID },
    { filters: {}, tale: ID, mode: 'view' },
  ],
])('%j is parsed as %j', (search, state) => {
  expect(parseTaleListUrl(search)).toEqual(state);
});

test('opening a tale keeps the list, and changing the list keeps the tale', () => {
  const here = parseTaleListUrl({ q: 'a b', sort: 'title', tale: ID, mode: 'edit' });
  expect(taleListUrl(here, { q: '', category: 'dark' })).toBe(`/manage-tales?sort=title&tale=${ID}&mode=edit&category=dark`);
  expect(openTaleUrl(here, '')).toBe('/manage-tales?q=a+b&sort=title');
  expect(openTaleUrl(here, '', 'new')).toBe('/manage-tales?q=a+b&sort=title&mode=new');
  expect(openTaleUrl(here, ID)).toBe(`/manage-tales?q=a+b&sort=title&tale=${ID}`);
});
