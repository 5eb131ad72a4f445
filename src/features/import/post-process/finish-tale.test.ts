import { expect, test } from 'vitest';
import { readHtml } from '../sources/read-html.ts';
import { readText } from '../sources/read-text.ts';
import { splitBook } from '../split/split-book.ts';
import { cleanTitle } from './finish-tale.ts';

const PROSE = 'The owl went out into the wood and came home again late. '.repeat(10).trim();
const cut = (...tales: string[]) =>
  splitBook(readHtml(Buffer.from(`<html lang="en"><meta name="x"><body>${tales.join('')}<h2>The Last</h2><p>${PROSE}</p></body></html>`)))
    .tales;
const texts = (tale: { blocks: { text: string }[] } | undefined) => tale?.blocks.map(({ text }) => text);

test('removes byline, subtitle and source from the text', () => {
  const [owl, fox, hen] = cut(
    `<h2>THE OWL</h2><h3><i>A Northern Tale.</i></h3><h3>T. WISE BIRD.</h3><p>${PROSE}</p>`,
    `<h2>THE FOX(2)</h2><h3>(2) From the Greek. Wise.</h3><p>${PROSE}</p>`,
    `<h2>THE HEN</h2><h3>BY MARY O'HEN.</h3><h3>I.</h3><p>${PROSE}</p>`,
  );
  expect(owl).toMatchObject({ title: 'The Owl', subtitle: 'A Northern Tale', byline: 'T. Wise Bird' });
  expect(fox).toMatchObject({ title: 'The Fox', source: 'From the Greek. Wise.' });
  expect(hen).toMatchObject({ title: 'The Hen', byline: "Mary O'Hen" });
  expect(texts(owl)).toEqual([PROSE]);
  expect(texts(hen)).toEqual(['I', PROSE]);
});

test('removes a dedication in capitals, and not what only begins like one', () => {
  const dedicated = '<p style="text-align: center">TO<br>MRS. WILLIAM H. OWL<br>OF THE WOOD<br>[LADY BARN]</p>';
  const [owl, fox, hen] = cut(
    `<h2>The Owl</h2>${dedicated}<p>${PROSE}</p>`,
    `<h2>The Fox</h2><p>TO the west stands a hill. ${PROSE}</p>`,
    `<h2>The Hen</h2><p>TO BED, TO BED!</p><p>SAID SLEEPY-HEAD.</p><p>${PROSE}</p>`,
  );
  expect(texts(owl)).toEqual([PROSE]);
  expect(texts(fox)).toEqual([`To the west stands a hill. ${PROSE}`]);
  expect(texts(hen)).toEqual(['TO BED, TO BED!', 'SAID SLEEPY-HEAD.', PROSE]);
});

test('takes a cited book above the text as source', () => {
  const [owl, fox, hen] = cut(
    `<h2>The Owl</h2><p>Contes des hiboux, par E. Owl. Paris: Hibou, Editeur.</p><p>${PROSE}</p>`,
    `<h2>The Fox</h2><p>Cuentos de zorros, per Dr. Fox (Barcelona: Zorro 1885).</p><p>${PROSE}</p>`,
    `<h2>The Hen</h2><p>There was a hen. She was born in 1812.</p><p>${PROSE}</p>`,
  );
  expect([owl?.source, texts(owl)]).toEqual(['Contes des hiboux, par E. Owl. Paris: Hibou, Editeur.', [PROSE]]);
  expect([fox?.source, texts(fox)]).toEqual(['Cuentos de zorros, per Dr. Fox (Barcelona: Zorro 1885).', [PROSE]]);
  expect([hen?.source, texts(hen)?.length]).toEqual([undefined, 2]);
});

test('keeps a chapter heading below the title', () => {
  const [owl] = cut(`<h2>The Owl</h2><h3>First Story</h3><p>${PROSE}</p><h3>Second Story</h3><p>${PROSE}</p>`);
  expect(owl).not.toHaveProperty('byline');
  expect(texts(owl)).toEqual(['First Story', PROSE, 'Second Story', PROSE]);
});

test('removes what follows the text and keeps a source in brackets', () => {
  const [owl, fox, hen] = cut(
    `<h2>The Owl</h2><p>${PROSE}</p><p>(From the Finnish.)</p><hr><p>THE END</p>`,
    `<h2>The Fox</h2><p>${PROSE}</p><p>(And that is all.)</p>`,
    `<h2>The Hen</h2><p>${PROSE}</p><p>Amen.</p><p>[${'An editor wrote this about hens. '.repeat(3)}]</p>`,
  );
  expect(owl).toMatchObject({ source: 'From the Finnish.' });
  expect(texts(owl)).toEqual([PROSE]);
  expect(texts(fox)).toEqual([PROSE, '(And that is all.)']);
  expect(texts(hen)).toEqual([PROSE, 'Amen.']);
});

test('removes the source line when all tales of a book end with one', () => {
  const tale = (title: string, source: string) => `<h2>${title}</h2><p>${PROSE}</p><p>${source}</p>`;
  const [owl, , , bat] = cut(
    tale('The Owl', 'Grimm.'),
    tale('The Fox', 'By the Comte de Caylus.'),
    tale('The Hen', 'From the Chinese.'),
    tale('The Bat', 'Hasten slowly.'),
  );
  expect(owl).toMatchObject({ source: 'Grimm.' });
  expect(texts(owl)).toEqual([PROSE]);
  expect(texts(bat)).toEqual([PROSE, 'Hasten slowly.']);
  const [alone] = cut(`<h2>The Owl</h2><p>${PROSE}</p><p>Grimm.</p>`);
  expect(texts(alone)).toEqual([PROSE, 'Grimm.']);
});

test('skips text about the book after its last tale', () => {
  const wrapped = PROSE.replace(/(.{60,70}) /g, '$1\n');
  const book = splitBook(
    readText(
      Buffer.from(
        `\n\n\n\nThe Owl\n\n${wrapped}\n\n\n\n\nThe Fox\n\n${wrapped}\n\n* * * * *\n\nThe Brothers Bird (1785-1863) wrote these tales down.`,
      ),
    ),
  );
  expect(texts(book.tales[1])).toEqual([PROSE]);
  expect(book.left.map(({ why }) => why)).toContain('Text about the book after its last tale.');
});

test.each([
  ['12. The Owl.', 'The Owl'],
  ['XIV. THE OWL', 'THE OWL'],
  ['XIV THE OWL', 'THE OWL'],
  ['3 The Owl', 'The Owl'],
  ['151* The Owl', '151* The Owl'],
  ['Legend 3 The Owl', 'The Owl'],
  ['I Saw an Owl', 'I Saw an Owl'],
  ['99 Owls', '99 Owls'],
  ['THE OWL(2)', 'THE OWL'],
  ['The Owl [12].', 'The Owl'],
  ['The Owl,', 'The Owl'],
  ['The Owl and St.', 'The Owl and St.'],
  ['What Then ...', 'What Then ...'],
  ['Siebenschön.', 'Siebenschön'],
  ['‘An Owl’s Story’', 'An Owl’s Story'],
  ['The Owl (a Fable)', 'The Owl (a Fable)'],
  ['The Brown- Haired Owl', 'The Brown-Haired Owl'],
  ['Wald- und Wieseneule', 'Wald- und Wieseneule'],
  ['7', '7'],
])('%s', (printed, title) => {
  expect(cleanTitle([printed], 3)).toEqual({ title });
});

test('separates teller and source from the title', () => {
  expect(cleanTitle(['The Owl (From the German)'], 1)).toEqual({ title: 'The Owl', source: 'From the German' });
  expect(cleanTitle(['2. EL BÚHO.', '(Referido en 1911 por un niño (de nueve años))'], 2)).toEqual({
    title: 'EL BÚHO',
    source: 'Referido en 1911 por un niño (de nueve años)',
  });
  expect(cleanTitle(['EL BÚHO (Narrado en 1888 por un carpintero). por otro'], 2)).toEqual({
    title: 'EL BÚHO',
    source: 'Narrado en 1888 por un carpintero. por otro',
  });
  expect(cleanTitle(['The Owl          From the North'], 1)).toEqual({ title: 'The Owl', source: 'From the North' });
});

test('takes a second title in brackets and a genre as subtitle, and drops number and group', () => {
  expect(cleanTitle(['THE OWL [THE NIGHT BIRD]'], 1)).toEqual({ title: 'THE OWL', subtitle: 'THE NIGHT BIRD' });
  expect(cleanTitle(['THE OWL.', 'A STORY OF OLD GREECE'], 1)).toEqual({ title: 'THE OWL', subtitle: 'A STORY OF OLD GREECE' });
  expect(cleanTitle(['XXV', 'A LEGEND OF OWLS'], 25)).toEqual({ title: 'A LEGEND OF OWLS' });
  expect(cleanTitle(['BIRDS', '32. THE OWL'], 1)).toEqual({ title: 'THE OWL' });
});
