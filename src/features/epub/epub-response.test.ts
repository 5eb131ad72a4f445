import { expect, test } from 'vitest';
import { BROKEN, DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { attachment } from './epub-response.ts';

const nameIn = (header: string) => decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '');

test.each([
  ['The Frog King', 'attachment; filename="the-frog-king.epub"; filename*=UTF-8\'\'The%20Frog%20King.epub'],
  [
    'Snow-White (and "Rose-Red")',
    'attachment; filename="snow-white-and-rose-red.epub"; filename*=UTF-8\'\'Snow-White%20%28and%20Rose-Red%20%29.epub',
  ],
  ['雪女', `attachment; filename="talewood.epub"; filename*=UTF-8''${encodeURIComponent('雪女')}.epub`],
  ['..', 'attachment; filename="talewood.epub"; filename*=UTF-8\'\'Talewood.epub'],
])('%s', (title, header) => {
  expect(attachment(title, 'epub')).toBe(header);
});

test.each(Object.entries({ ...DIFFICULT_TEXT, ...BROKEN }))('%s makes a header, and a name that hides nothing', (_, title) => {
  const header = attachment(title, 'epub');
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(() => new Headers({ 'Content-Disposition': header })).not.toThrow();
  expect(nameIn(header)).toMatch(/^[^/\\:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069]+\.epub$/u);
});

test('a long title is cut between grapheme clusters', () => {
  expect(nameIn(attachment('👩‍👩‍👧‍👦'.repeat(300), 'epub'))).toBe(`${'👩‍👩‍👧‍👦'.repeat(100)}.epub`);
});
