import { expect, test } from 'vitest';
import type { TaleCard } from '../contract.ts';
import { groupRecent } from './recent-page.tsx';

function taleOf(publishDate: string): TaleCard {
  const link = { slug: 'x', name: 'X' };
  const rest = {
    id: publishDate,
    slug: 'x',
    excerpt: '',
    coverImage: '',
    coverWide: '',
    readTime: 5,
    aloudTime: 8,
    ageBand: '6-8',
    language: 'en',
  };
  return { ...rest, title: publishDate, author: link, category: link, isFeatured: false, publishDate };
}

function grouped(now: string, ...dates: string[]): Record<string, string[]> {
  return Object.fromEntries(groupRecent(dates.map(taleOf), now).map((group) => [group.title, group.tales.map((tale) => tale.title)]));
}

// 2026-11-18 is a Wednesday.
test('starts weeks on Monday and months on the first', () => {
  const groups = grouped(
    '2026-11-18T09:00:00.000Z',
    '2026-11-18T08:00:00.000Z',
    '2026-11-16T00:00:00.000Z',
    '2026-11-15T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
    '2026-10-31T23:59:59.999Z',
  );
  expect(groups).toEqual({
    'This week': ['2026-11-18T08:00:00.000Z', '2026-11-16T00:00:00.000Z'],
    'This month': ['2026-11-15T23:59:59.999Z', '2026-11-01T00:00:00.000Z'],
    Earlier: ['2026-10-31T23:59:59.999Z'],
  });
});

test('keeps a week that started last month', () => {
  // 2026-12-02 is a Wednesday; its Monday is 30 November.
  expect(grouped('2026-12-02T00:00:00.000Z', '2026-11-30T10:00:00.000Z')).toEqual({ 'This week': ['2026-11-30T10:00:00.000Z'] });
});

test('handles Sundays and Mondays', () => {
  expect(grouped('2026-11-22T23:00:00.000Z', '2026-11-16T10:00:00.000Z')).toHaveProperty('This week');
  expect(grouped('2026-11-23T00:00:00.000Z', '2026-11-22T23:00:00.000Z')).toHaveProperty('This month');
});

test('omits empty groups and accepts any ISO format', () => {
  expect(grouped('2026-11-18T09:00:00.000Z')).toEqual({});
  expect(grouped('2026-11-18T09:00:00.000Z', '2026-11-16T01:00:00+02:00')).toHaveProperty('This month');
});
