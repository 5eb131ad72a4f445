// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { setCurrentUser } from '#src/api-client/current-user.ts';
import { EMPTY_STATE, updateState } from '#src/features/reader-library/store/library-state.ts';
import { nameOf, until } from '#test/dom.ts';
import { openSite } from '#test/open-site.tsx';
import { CARD, EMPTY_HOME } from '#test/site-data.ts';
import type { HomeView } from './contract.ts';

const tale = (slug: string, title: string) => ({ ...CARD, id: slug, slug, title });
const author = { sortName: 'Aesop', kind: 'person' as const, dates: '', place: '', count: 2, works: ['The Fox and the Grapes'] };
const FULL: HomeView = {
  talesCount: 50,
  featured: [{ ...tale('rapunzel', 'Rapunzel'), isFeatured: true }],
  tonight: { night: '2026-11-22', tale: tale('the-snow-queen', 'The Snow Queen') },
  collections: [{ slug: 'bedtime', title: 'Bedtime', description: 'Short', count: 2, minutes: 12, covers: [] }],
  ages: [{ value: '3-5', label: 'Ages 3 to 5', count: 4 }],
  origins: [{ value: 'Cook Islander', label: 'Cook Islander', count: 2 }],
  recent: [tale('iron-john', 'Iron John')],
  categories: [{ slug: 'dark', name: 'Dark', description: 'Wolves', colour: '#333333', coverImage: '/art/dark.svg', count: 3 }],
  authors: [{ ...author, slug: 'aesop', name: 'Aesop' }],
};

const main = () => document.querySelector('main') as HTMLElement;
/** The second-level headings, each with the links of its section. */
const blocks = () =>
  Object.fromEntries(
    [...main().querySelectorAll('h2')].map((heading) => {
      const links = heading.closest('.how-long-card, .choose-by > div, section')?.querySelectorAll<HTMLElement>('a[href]') ?? [];
      return [nameOf(heading), [...links].map((link) => link.getAttribute('href'))];
    }),
  );
const NEWSLETTER = 'Tales from the wood, once a week';

test('with tales, the home page shows every block with its links', async () => {
  await openSite('/', { home: async () => FULL });
  expect(blocks()).toEqual({
    'How long have we got?': [],
    'The Snow Queen': ['/tale/the-snow-queen', '/tonight'],
    Collections: ['/collections', '/collections/bedtime'],
    'By age': ['/tales?age=3-5'],
    'By region': ['/tales?origin=Cook%20Islander'],
    'Featured Tales': ['/tales', '/tale/rapunzel'],
    'Explore by Category': ['/categories/dark'],
    'Recently Added': ['/recent', '/tale/iron-john'],
    'Popular Authors': ['/author/aesop'],
    [NEWSLETTER]: [],
  });
  expect(main().textContent).toContain('50 tales from classic authors');
});

test('without tales, lists say so, and blocks without content are left out', async () => {
  await openSite('/', { home: async () => EMPTY_HOME });
  expect(Object.keys(blocks())).toEqual(['How long have we got?', 'Featured Tales', 'Recently Added', NEWSLETTER]);
  expect([...main().querySelectorAll('.empty-line')].map(({ textContent }) => textContent)).toEqual([
    'No featured tales available yet. Check back soon!',
    'No recent tales available yet. Check back soon!',
  ]);
});

test('readers with unfinished tales can continue the latest three', async () => {
  await act(async () => setCurrentUser(null));
  const read = (slug: string, finished = false) => ({ tale: slug, place: '1.1', progress: 0.5, finished, at: '2026-11-01T08:00:00.000Z' });
  updateState(() => ({
    ...EMPTY_STATE,
    base: { favorites: [], shelves: [], positions: [read('done', true), read('a'), read('b'), read('c'), read('d')] },
  }));
  onTestFinished(() => updateState(() => EMPTY_STATE));
  await openSite('/', { home: async () => EMPTY_HOME, taleCards: async (ids) => ids.map((id) => tale(id, `Tale ${id}`)) });
  await until(() => expect(blocks()['Continue reading']).toEqual(['/history', '/tale/a', '/tale/b', '/tale/c']));
});

test('a newsletter form posted without JavaScript and rejected is shown again, with its error and the focus', async () => {
  const form = {
    path: '/',
    code: 'invalid',
    values: { email: 'no address' },
    problems: { email: ['Please enter a valid email address.'] },
    message: 'Error',
  };
  await openSite('/', { home: async () => EMPTY_HOME }, { form });
  const field = main().querySelector<HTMLInputElement>('input[type=email]');
  expect([field?.value, field?.getAttribute('aria-invalid'), document.activeElement]).toEqual(['no address', 'true', field]);
  expect(main().textContent).toContain('Please enter a valid email address.');
});

test('without a mail server there is no newsletter form; one posted nevertheless gets the reason', async () => {
  const form = { path: '/', code: 'newsletter_closed', values: {}, problems: {}, message: 'The newsletter is closed for now.' };
  await openSite('/', { home: async () => EMPTY_HOME }, { site: { name: 'Talewood', isNewsletterDisabled: true }, form });
  expect(document.querySelector('.post-form')).toBeNull();
  expect(main().querySelector('.alert')?.textContent).toContain(form.message);
});
