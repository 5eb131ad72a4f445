/** Pages of a book. Fixed texts are English; everything else states its language. */

import { siteName } from '#src/platform/site-name.ts';
import type { Book, BookTale } from './contract.ts';
import { type Attributes, directionOf, type Element, element, languageTag, type Piece, writeDocument } from './xml.ts';

type Page = { title: string; language: string; body: Piece[]; attributes?: Attributes; up?: string };

/** Returns a page as XHTML. `up`: relative path to the folder of the style sheet. */
export function writePage({ title, language, body, attributes = {}, up = '' }: Page): Uint8Array {
  const tag = languageTag(language) ?? 'und';
  const head = element(
    'head',
    {},
    element('title', {}, oneLine(title)),
    element('link', { rel: 'stylesheet', type: 'text/css', href: `${up}style.css` }),
  );
  const root = element(
    'html',
    {
      xmlns: 'http://www.w3.org/1999/xhtml',
      'xmlns:epub': 'http://www.idpf.org/2007/ops',
      lang: tag,
      'xml:lang': tag,
      dir: directionOf(tag),
    },
    head,
    '\n',
    element('body', attributes, ...body),
  );
  return writeDocument(root, '<!DOCTYPE html>\n');
}

export function coverPage(book: Book, file: string): Uint8Array {
  const picture = element('img', { src: file, alt: `Cover of ${oneLine(book.title)}` });
  return writePage({
    title: 'Cover',
    language: book.language,
    body: [element('section', { class: 'cover', 'epub:type': 'cover' }, picture)],
  });
}

export function titlePage(book: Book): Uint8Array {
  const names = book.creators.map(oneLine);
  const body = element(
    'section',
    { class: 'title-page', 'epub:type': 'titlepage' },
    element('h1', { dir: 'auto' }, oneLine(book.title)),
    ...(names.length === 0 ? [] : [element('p', { class: 'by', dir: 'auto' }, names.length > 6 ? 'Various authors' : names.join(', '))]),
    ornament(),
    ...(book.description.trim() === '' ? [] : [element('p', { class: 'standfirst', dir: 'auto' }, oneLine(book.description))]),
    element('p', { class: 'house', lang: 'en', 'xml:lang': 'en', dir: 'ltr' }, siteName()),
  );
  return writePage({ title: book.title, language: book.language, body: [body] });
}

/** Id of the section with the questions of a tale. */
const QUESTIONS = 'to-talk-about';

/** Returns title and fragment of the section that follows the text; null for a tale without questions. */
export function questionsPlace({ whyItMatters, questions }: BookTale): { title: string; fragment: string } | null {
  if (questions.length > 0) return { title: 'To talk about', fragment: `#${QUESTIONS}` };
  return whyItMatters === '' ? null : { title: 'Why it matters', fragment: `#${QUESTIONS}` };
}

/** A tale, followed by its questions and its source. */
export function talePage(tale: BookTale, content: Piece[]): Uint8Array {
  const lines = sourceLines(tale);
  const body = element(
    'section',
    { 'epub:type': 'chapter', role: 'doc-chapter', 'aria-labelledby': 'title' },
    element('h1', { id: 'title', dir: 'auto' }, oneLine(tale.title)),
    element('p', { class: 'by', dir: 'auto' }, oneLine(tale.author)),
    '\n',
    element('div', { class: 'tale' }, ...content),
    '\n',
    ornament(),
    ...questionsSection(tale),
    ...(lines.length === 0 ? [] : [element('div', { class: 'colophon' }, ...lines.map((line) => element('p', { dir: 'auto' }, line)))]),
  );
  return writePage({ title: tale.title, language: tale.language, body: [body], attributes: { 'epub:type': 'bodymatter' }, up: '../' });
}

function questionsSection(tale: BookTale): Element[] {
  const place = questionsPlace(tale);
  if (place === null) return [];
  const { whyItMatters, questions } = tale;
  const items = questions.map((question) => element('li', { dir: 'auto' }, oneLine(question)));
  return [
    element(
      'section',
      { id: QUESTIONS, class: 'questions', 'aria-labelledby': `${QUESTIONS}-title` },
      element('h2', { id: `${QUESTIONS}-title`, ...ENGLISH }, place.title),
      ...(whyItMatters === '' ? [] : [element('p', { dir: 'auto' }, oneLine(whyItMatters))]),
      ...(items.length === 0 ? [] : [element('ol', {}, ...items)]),
    ),
  ];
}

/** A placeholder for a tale that others link to and that was deleted while the book was written. */
export function missingTalePage({ title }: { title: string }, language: string): Uint8Array {
  const body = element(
    'section',
    {},
    element('h1', { dir: 'auto' }, oneLine(title)),
    element('p', ENGLISH, 'This tale is not part of the book.'),
  );
  return writePage({ title, language, body: [body], up: '../' });
}

/** The last page, with sources, rights and URL. */
export function aboutPage(book: Book, facts: { lines: string[]; tales: number }): Uint8Array {
  const own = facts.tales > 1 ? ['The source and licence of each tale are at its end.'] : [];
  const made = `Created by ${siteName()} from the tales as of ${book.modified.toISOString().slice(0, 10)}.`;
  const body = element(
    'section',
    { class: 'about', 'epub:type': 'colophon', role: 'doc-colophon', 'aria-labelledby': 'title' },
    element('h1', { id: 'title', ...ENGLISH }, 'About this book'),
    element('p', { dir: 'auto' }, element('cite', {}, oneLine(book.title))),
    ...facts.lines.map((line) => element('p', { dir: 'auto' }, line)),
    ...own.map((line) => element('p', ENGLISH, line)),
    element('p', ENGLISH, made),
    element('p', { dir: 'ltr' }, element('a', { href: book.address }, book.address)),
  );
  return writePage({ title: 'About this book', language: book.language, body: [body] });
}

const CREDIT_LABELS = { translator: 'Translated by', editor: 'Edited by', illustrator: 'Illustrated by' };

/** Returns the credited people, source and rights of a tale, one kind per line. */
export function sourceLines({
  credits,
  retoldFrom,
  source,
  rights,
}: Pick<BookTale, 'credits' | 'retoldFrom' | 'source' | 'rights'>): string[] {
  const people = Object.entries(CREDIT_LABELS).map(([role, label]) => {
    const names = credits.filter((credit) => credit.role === role).map(({ name }) => name);
    return names.length === 0 ? '' : `${label} ${names.join(', ')}`;
  });
  return [...people, retoldFrom && `Retold from ${retoldFrom}`, source, rights].map(oneLine).filter((line) => line !== '');
}

/** Replaces line breaks, which titles and names may contain. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

export const ENGLISH = { lang: 'en', 'xml:lang': 'en', dir: 'ltr' };

function ornament(): Element {
  return element('p', { class: 'ornament', 'aria-hidden': 'true' }, '✦');
}
