import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseTaleFile } from '#src/features/starter-library/starter-library.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { BLOCK_TAGS, INLINE_TAGS } from '#src/features/tale-html/sanitizer-allow-list.ts';
import { DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { bookFile, bookOf, bookTale, checkEpubs, epubOf, hasJava } from '#test/epubs.ts';
import { fc } from '#test/fast-check.ts';
import { HOSTILE } from '#test/hostile-html.ts';
import type { BookTale } from './contract.ts';

/** Runs EPUBCheck once over all books, because its start takes longest. Only the broken one has errors or warnings. */

const LIBRARY = path.join(import.meta.dirname, '../../../library/tales');
const LANGUAGES = ['en', 'ar', 'ja', 'he', 'zh-Hant', 'tr', 'und', 'de-1996', 'x', 'not a language'];

function starterLibrary(): BookTale[] {
  return readdirSync(LIBRARY).map((file) => {
    const tale = parseTaleFile(file, readFileSync(path.join(LIBRARY, file), 'utf8'));
    const { slug, title, author, excerpt, content = '', source = '', rights = '', retold_from: retoldFrom = '' } = tale;
    const { why_it_matters: whyItMatters = '', questions = [] } = tale;
    const text = { content: sanitizeHtml(content).html, whyItMatters, questions };
    return bookTale({ slug, title, author, excerpt, source, rights, retoldFrom, ...text });
  });
}

function torture(): BookTale[] {
  return Object.values(DIFFICULT_TEXT).map((text, index) => {
    const content = `<p lang="${LANGUAGES[index % LANGUAGES.length]}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
    const said = {
      title: text,
      author: text,
      excerpt: text,
      source: text,
      rights: text,
      retoldFrom: text,
      whyItMatters: text,
      questions: [text],
    };
    return bookTale({ slug: `torture-${index}`, ...said, content, language: LANGUAGES[index % LANGUAGES.length] ?? 'en' });
  });
}

const picture = (index: number) => `/media/${String(index).padStart(20, '0')}-30x40/30.webp`;

/** The elements of tales in any order and nesting, with ids, links, languages and images. */
function anyStructure(count: number): BookTale[] {
  const { content } = fc.letrec<{ content: string; element: string }>((tie) => ({
    content: fc
      .array(fc.oneof({ depthSize: 'small' }, fc.constantFrom('a', ' ', 'b &amp; c', '雪'), tie('element')), { maxLength: 4 })
      .map((parts) => parts.join('')),
    element: fc
      .record({
        tag: fc.constantFrom(...BLOCK_TAGS, ...INLINE_TAGS, 'picture', 'aside'),
        id: fc.integer({ min: 0, max: 9 }),
        inside: tie('content'),
      })
      .map(({ tag, id, inside }) => {
        const own =
          { a: ` href="#t-${(id * 7) % 12}"`, img: ` src="${picture(id)}"`, td: ` colspan="${id}"`, ol: ` start="${id}"` }[tag] ?? '';
        const attributes = `${id < 6 ? ` id="t-${id}"` : ''}${id === 3 ? ' lang="de" class="verse"' : ''}${own}`;
        return ['br', 'hr', 'img', 'col'].includes(tag) ? `<${tag}${attributes}>` : `<${tag}${attributes}>${inside}</${tag}>`;
      }),
  }));
  return fc.sample(content, { numRuns: count, seed: 5 }).map((html, index) => bookTale({ slug: `any-${index}`, content: html }));
}

test.skipIf(!hasJava)('EPUBCheck finds nothing wrong, and would find something', { timeout: 180_000 }, async () => {
  const library = starterLibrary();
  const hostile = Object.values(HOSTILE)
    .flat()
    .filter((html) => html.length < 20_000);
  const books = {
    library: bookOf(library),
    torture: bookOf(torture(), {
      title: DIFFICULT_TEXT.markup ?? '',
      description: DIFFICULT_TEXT['override marks left open'] ?? '',
      subjects: Object.values(DIFFICULT_TEXT),
    }),
    hostile: bookOf(hostile.map((html, index) => bookTale({ slug: `hostile-${index}`, content: sanitizeHtml(html).html }))),
    raw: bookOf(hostile.map((html, index) => bookTale({ slug: `raw-${index}`, content: html }))),
    any: bookOf(anyStructure(150)),
    none: bookOf([]),
    files: bookOf([
      bookTale({
        files: [bookFile('mill.png', 'image/png'), bookFile('sheet.pdf', 'application/pdf', { description: 'Two\npages & more' })],
      }),
      bookTale({
        files: Object.values(DIFFICULT_TEXT).flatMap((label, at) => [
          bookFile(`${at}.mp3`, 'audio/mpeg', { label, description: label }),
          bookFile(`a & b #${at}?.webp`, 'image/webp', { label }),
        ]),
      }),
    ]),
    // The book of the library has the texts of all tales; a book of one tale differs in its front matter.
    ...Object.fromEntries(library.slice(0, 3).map((tale) => [tale.slug, bookOf([tale], { title: tale.title })])),
  };
  const written: [string, Buffer][] = [];
  for (const [name, book] of Object.entries(books)) written.push([name, await epubOf(book)]);
  expect(library.length).toBeGreaterThan(100);
  const broken = await epubOf(bookOf([bookTale()]));
  broken.write('mimetypo', 30);
  const said = await checkEpubs({ ...Object.fromEntries(written), broken });
  expect(said.filter((line) => !line.startsWith('broken.epub: '))).toEqual([]);
  expect(said.join('\n')).toMatch(/^broken\.epub: (ERROR|FATAL) /m);
});
