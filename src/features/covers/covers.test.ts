import { expect, onTestFinished, test } from 'vitest';
import { setSiteName } from '#src/platform/site-name.ts';
import {
  artForCategory,
  categoryCoverAddress,
  coverAddress,
  isMotif,
  isPaletteName,
  jpegCoverAddress,
  shareImageAddress,
} from './covers.ts';
import { parseCoverFile } from './routes.ts';

const tale = { slug: 'the-snow-queen', title: 'The Snow Queen', category: 'classic', coverImage: '' };

test('a tale without an image has the address of its drawn cover', () => {
  expect(coverAddress(tale)).toMatch(/^\/covers\/the-snow-queen\.[0-9a-f]{10}\.svg$/);
  expect(coverAddress({ ...tale, format: 'landscape' })).toMatch(/^\/covers\/the-snow-queen\.[0-9a-f]{10}-wide\.svg$/);
});

test('the tale’s own image takes precedence; a blank address is none', () => {
  expect(coverAddress({ ...tale, coverImage: '/media/1.webp' })).toBe('/media/1.webp');
  expect(coverAddress({ ...tale, coverImage: '  ' })).toBe(coverAddress(tale));
});

test('the address changes with title, category and format, and not with the spelling of the category', () => {
  const addresses = [tale, { ...tale, title: 'Snow' }, { ...tale, category: 'dark' }, { ...tale, format: 'landscape' as const }];
  expect(new Set(addresses.map(coverAddress)).size).toBe(4);
  expect(coverAddress({ ...tale, category: 'Magical Creatures' })).toBe(coverAddress({ ...tale, category: 'magical-creatures' }));
});

test('the address of a category image changes with its palette and motif', () => {
  const dark = { slug: 'dark', palette: 'dark', motif: 'raven' };
  expect(categoryCoverAddress(dark)).toMatch(/^\/covers\/category-dark\.[0-9a-f]{10}\.svg$/);
  const addresses = [dark, { ...dark, palette: 'romance' }, { ...dark, motif: 'owl' }].map(categoryCoverAddress);
  expect(new Set(addresses).size).toBe(3);
});

test('the default art of a category is deterministic and uses keywords of its name', () => {
  expect(artForCategory('Wolves')).toMatchObject({ motif: 'wolf' });
  for (const name of ['Ghost stories', '桃太郎', 'constructor', '…']) {
    const { palette, motif } = artForCategory(name);
    expect([isPaletteName(palette), isMotif(motif)], name).toEqual([true, true]);
    expect(artForCategory(name)).toEqual(artForCategory(name));
  }
});

test('the address of a share image changes with the name of the site, that of a cover does not', () => {
  onTestFinished(() => setSiteName(''));
  const { coverImage: _, ...shared } = { ...tale, author: 'Hans Christian Andersen' };
  const addresses = () => [shareImageAddress(shared), jpegCoverAddress(shared, 'cover')];
  const [image, cover] = addresses();
  setSiteName('Old Barn');
  expect(addresses()).toEqual([expect.not.stringMatching(image ?? ''), cover]);
});

test('the address of a share image changes with the author, too', () => {
  const { coverImage: _, ...shared } = { ...tale, author: 'Hans Christian Andersen' };
  expect(shareImageAddress(shared)).toMatch(/^\/covers\/the-snow-queen\.[0-9a-f]{10}-share\.jpg$/);
  expect(shareImageAddress({ ...shared, author: 'Brothers Grimm' })).not.toBe(shareImageAddress(shared));
});

test('valid file names are parsed', () => {
  expect(parseCoverFile('a-1.0123456789.svg')).toEqual({ slug: 'a-1', hash: '0123456789', format: 'portrait' });
  expect(parseCoverFile('a-1.0123456789-wide.svg')).toEqual({ slug: 'a-1', hash: '0123456789', format: 'landscape' });
  expect(parseCoverFile('a-1.0123456789-share.jpg')).toEqual({ slug: 'a-1', hash: '0123456789', format: 'share' });
  expect(parseCoverFile('a-1.svg')).toEqual({ slug: 'a-1', hash: undefined, format: 'portrait' });
  expect(parseCoverFile(`${'a'.repeat(200)}.0123456789-share.jpg`)?.slug).toHaveLength(200);
});

test.each([
  '',
  '.svg',
  'a',
  'a.png',
  'a.jpg',
  'A.svg',
  'ä.svg',
  '-a.svg',
  'a-.svg',
  'a--b.svg',
  'a b.svg',
  'a.svg\n',
  '../a.svg',
  'a/b.svg',
  'a%2e.svg',
  'a.012345678.svg',
  'a.01234567890.svg',
  'a.012345678G.svg',
  'a.0123456789.jpg',
  'a.0123456789-wide.jpg',
  'a.0123456789-share.svg',
  'a.0123456789-share.png',
  'a.0123456789-tall.svg',
  'a.0123456789.svg.svg',
  `${'a'.repeat(201)}.svg`,
  `${'a-'.repeat(50_000)}a.svg`,
])('%j is not a valid file name', (name) => {
  expect(parseCoverFile(name)).toBeUndefined();
});
