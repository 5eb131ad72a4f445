// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { TaleView } from '#src/features/tales/contract.ts';
import { all, click, get, nameOf, until } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { CARD, TALE } from '#test/site-data.ts';

const FULL: TaleView = {
  ...TALE,
  ...{ ageBand: '6-8', contentNotes: ['violence'], motifs: ['tower', 'hair'], origin: 'German', retoldFrom: 'Rapunzel, 1812' },
  ...{ rights: 'Public domain', source: 'Children’s and Household Tales', taleType: 'ATU 310', whyItMatters: 'About promises.' },
  questions: ['Who let the ladder down?'],
  prevTale: { slug: 'iron-john', title: 'Iron John', coverImage: '/covers/iron-john.svg' },
  nextTale: { slug: 'rumpelstiltskin', title: 'Rumpelstiltskin', coverImage: '/covers/rumpelstiltskin.svg' },
  related: [{ ...CARD, id: '1', slug: 'petrosinella', title: 'Petrosinella', reason: 'The same tale type' }],
};

const main = () => document.querySelector('main') as HTMLElement;
const facts = (list: string) =>
  [...main().querySelectorAll(`${list} dt`)].map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
const open = (tale: TaleView) => openSite(`/tale/${tale.slug}`, { getTale: async () => tale });

beforeEach(() => sessionStorage.clear());

test('a tale with all fields shows its questions, credits, neighbours and related tales', async () => {
  await open(FULL);
  expect([...main().querySelectorAll('h2')].map(nameOf)).toEqual(['To talk about', 'Download', 'If you liked this']);
  expect(main().querySelector('.after-tale')?.textContent).toBe('To talk aboutAbout promises.Who let the ladder down?');
  expect(facts('.colophon')).toEqual(['Origin: German', 'Tale type: ATU 310', 'Motifs: tower, hair']);
  // Before the text, so that parents see it before they read.
  expect(facts('.facts')[2]).toBe('Age: Ages 6 to 8');
  expect(main().querySelector('.tale-head summary')?.textContent).toBe('Good to know: violence');
  expect([...main().querySelectorAll('.colophon p')].map(({ textContent }) => textContent)).toEqual([
    'Retold from Rapunzel, 1812',
    'Children’s and Household Tales',
    'Public domain',
  ]);
  const turns = [...get('navigation', 'More tales').querySelectorAll('a')].map((link) => [link.rel, link.getAttribute('href')]);
  expect(turns).toEqual([
    ['prev', '/tale/iron-john'],
    ['next', '/tale/rumpelstiltskin'],
  ]);
  expect(main().querySelector('.liked')?.textContent).toContain('The same tale type');
  expect(main().querySelectorAll('[href^="/types/"]')).toHaveLength(0);
});

test('a tale with other versions links to them and to the comparison', async () => {
  await open({ ...FULL, variantType: 310 });
  expect(get('link', 'ATU 310').getAttribute('href')).toBe('/types/310');
  expect(get('link', 'Compare versions').getAttribute('href')).toBe('/types/310?first=rapunzel');
});

test('a tale with empty fields has its head, text and downloads, and no empty sections', async () => {
  await open(TALE);
  expect([...main().querySelectorAll('h2')].map(nameOf)).toEqual(['Download']);
  expect(main().querySelector('.after-tale, .colophon, .liked')).toBeNull();
  expect(all('navigation', 'More tales')).toEqual([]);
  expect(facts('.facts')).toEqual(['Author: The Brothers Grimm', 'Read time: 7 min read · 10 min aloud', 'Published: 1 November 2026']);
});

test('a tale with reasons but without questions says why it matters', async () => {
  await open({ ...FULL, questions: [] });
  expect(main().querySelector('.after-tale')?.textContent).toBe('Why it mattersAbout promises.');
});

test('the text is shown as stored and in its language, and links lead to its place, author, files and the contact form', async () => {
  await open({ ...TALE, language: 'de', content: '<p>Es war <em>einmal</em></p>' });
  const text = document.getElementById('tale-text');
  expect([text?.innerHTML, text?.lang, main().querySelector('h1')?.lang]).toEqual(['<p>Es war <em>einmal</em></p>', 'de', 'de']);
  expect(get('navigation', 'Breadcrumb').textContent).toBe('HomeCategoriesClassicRapunzel');
  const href = (name: string) =>
    all('link', name)
      .filter((link) => main().contains(link))
      .map((link) => link.getAttribute('href'));
  expect([href('The Brothers Grimm'), href('EPUB'), href('Plain text'), href('Report a problem')]).toEqual([
    ['/author/grimm'],
    ['/tale/rapunzel.epub'],
    ['/tale/rapunzel.txt'],
    ['/contact?tale=rapunzel'],
  ]);
});

test('only a tale opened by chance offers another one, once', async () => {
  const router = await open(TALE);
  expect(all('link', 'Another one')).toEqual([]);
  const random = all('link', 'Random Tale')[0] as HTMLElement;
  random.addEventListener('click', (event) => event.preventDefault());
  await click(random);
  await go(router, '/unknown');
  await go(router, '/tale/rapunzel');
  await until(() => expect(get('link', 'Another one').getAttribute('href')).toBe('/random'));
  await go(router, '/unknown');
  await go(router, '/tale/rapunzel');
  await until(() => expect(main().querySelector('h1')?.textContent).toBe('Rapunzel'));
  expect(all('link', 'Another one')).toEqual([]);
});
