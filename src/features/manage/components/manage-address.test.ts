import { expect, test } from 'vitest';
import { openAt, readAddress, writeAddress } from './manage-address.ts';

const ID = '0198c0de-0000-7000-8000-000000000000';

test.each([
  [{}, { asked: {}, tale: '', mode: 'view' }],
  [
    { q: ' swan ', state: 'draft', page: '7' },
    { asked: { q: 'swan', state: 'draft' }, tale: '', mode: 'view' },
  ],
  [{ tale: ID }, { asked: {}, tale: ID, mode: 'view' }],
  [
    { tale: ID.toUpperCase(), mode: 'edit' },
    { asked: {}, tale: ID, mode: 'edit' },
  ],
  [
    { tale: '../users', mode: 'edit' },
    { asked: {}, tale: '', mode: 'view' },
  ],
  [{ mode: 'new' }, { asked: {}, tale: '', mode: 'new' }],
  [
    { mode: 'burn', tale: ID },
    { asked: {}, tale: ID, mode: 'view' },
  ],
])('%j says %j', (search, said) => {
  expect(readAddress(search)).toEqual(said);
});

test('the list stays as it was when a tale is opened, and the tale when the list changes', () => {
  const here = readAddress({ q: 'a b', sort: 'title', tale: ID, mode: 'edit' });
  expect(writeAddress(here, { q: '', category: 'dark' })).toBe(`/manage-tales?sort=title&tale=${ID}&mode=edit&category=dark`);
  expect(openAt(here, '')).toBe('/manage-tales?q=a+b&sort=title');
  expect(openAt(here, '', 'new')).toBe('/manage-tales?q=a+b&sort=title&mode=new');
  expect(openAt(here, ID)).toBe(`/manage-tales?q=a+b&sort=title&tale=${ID}`);
});
