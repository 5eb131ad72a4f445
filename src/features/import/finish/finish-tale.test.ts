import { expect, test } from 'vitest';
import { cutTales } from '../cut/cut-tales.ts';
import { readHtml } from '../source/read-html.ts';
import { readText } from '../source/read-text.ts';

const PROSE = 'The owl went out into the wood and came home again late. '.repeat(10).trim();
const cut = (...tales: string[]) =>
  cutTales(readHtml(Buffer.from(`<html lang="en"><meta name="x"><body>${tales.join('')}<h2>The Last</h2><p>${PROSE}</p></body></html>`)))
    .tales;
const texts = (tale: { blocks: { text: string }[] } | undefined) => tale?.blocks.map(({ text }) => text);

test('a byline, a subtitle and a source below the title are no text', () => {
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

test('a dedication in capitals is no text, and what only begins like one is', () => {
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

test('a book that is named with its year or its publisher above the text is a source', () => {
  const [owl, fox, hen] = cut(
    `<h2>The Owl</h2><p>Contes des hiboux, par E. Owl. Paris: Hibou, Editeur.</p><p>${PROSE}</p>`,
    `<h2>The Fox</h2><p>Cuentos de zorros, per Dr. Fox (Barcelona: Zorro 1885).</p><p>${PROSE}</p>`,
    `<h2>The Hen</h2><p>There was a hen. She was born in 1812.</p><p>${PROSE}</p>`,
  );
  expect([owl?.source, texts(owl)]).toEqual(['Contes des hiboux, par E. Owl. Paris: Hibou, Editeur.', [PROSE]]);
  expect([fox?.source, texts(fox)]).toEqual(['Cuentos de zorros, per Dr. Fox (Barcelona: Zorro 1885).', [PROSE]]);
  expect([hen?.source, texts(hen)?.length]).toEqual([undefined, 2]);
});

test('a chapter below the title is text', () => {
  const [owl] = cut(`<h2>The Owl</h2><h3>First Story</h3><p>${PROSE}</p><h3>Second Story</h3><p>${PROSE}</p>`);
  expect(owl).not.toHaveProperty('byline');
  expect(texts(owl)).toEqual(['First Story', PROSE, 'Second Story', PROSE]);
});

test('what stands behind the text goes, and a source in brackets is kept', () => {
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

test('a book whose tales end with the name of their source has it taken out of all of them', () => {
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

test('words about the book behind its last tale are left', () => {
  const wrapped = PROSE.replace(/(.{60,70}) /g, '$1\n');
  const book = cutTales(
    readText(
      Buffer.from(
        `\n\n\n\nThe Owl\n\n${wrapped}\n\n\n\n\nThe Fox\n\n${wrapped}\n\n* * * * *\n\nThe Brothers Bird (1785-1863) wrote these tales down.`,
      ),
    ),
  );
  expect(texts(book.tales[1])).toEqual([PROSE]);
  expect(book.left.map(({ why }) => why)).toContain('Words about the book behind its last tale.');
});
