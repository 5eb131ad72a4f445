/** The weekly letters as feeds: each letter is an entry, with all that it says. */

import type { LetterView } from '#src/features/newsletter/letters/contract.ts';
import { letterDay, minutesWords, moreWords, PART_NAMES, paragraphsOf } from '#src/features/newsletter/newsletter.ts';
import { urls } from '#src/urls.ts';
import { element, type Xml } from '../xml.ts';
import { atomDocument } from './atom.ts';
import { entryId, type FeedFormat, type FeedFrame } from './feed.ts';
import { jsonDocument } from './json-feed.ts';
import { escapeHtml, rssDocument } from './rss.ts';

type WriteLetters = (frame: FeedFrame, letters: readonly LetterView[]) => string;

export const LETTER_WRITERS: Record<FeedFormat, WriteLetters> = {
  atom: (frame, letters) =>
    atomDocument(
      frame,
      letters.map((letter) => atomEntry(letter, frame.site)),
    ),
  rss: (frame, letters) =>
    rssDocument(
      frame,
      letters.map((letter) => rssItem(letter, frame.site)),
    ),
  json: (frame, letters) =>
    jsonDocument(
      frame,
      letters.map((letter) => jsonItem(letter, frame.site)),
    ),
};

function atomEntry(letter: LetterView, site: string): Xml {
  const page = site + urls.newsletter(letter.slug);
  return element(
    'entry',
    {},
    element('id', {}, entryId(letter)),
    element('title', {}, letter.title),
    element('published', {}, letter.sentAt),
    element('updated', {}, letter.sentAt),
    element('link', { rel: 'alternate', type: 'text/html', href: page }),
    element('summary', {}, summaryOf(letter)),
    element('content', { type: 'html', 'xml:lang': 'en', 'xml:base': page }, htmlOf(letter, site)),
  );
}

function rssItem(letter: LetterView, site: string): Xml {
  return element(
    'item',
    {},
    element('title', {}, letter.title),
    element('link', {}, site + urls.newsletter(letter.slug)),
    element('guid', { isPermaLink: 'false' }, entryId(letter)),
    element('pubDate', {}, new Date(letter.sentAt).toUTCString()),
    element('description', {}, escapeHtml(summaryOf(letter))),
  );
}

function jsonItem(letter: LetterView, site: string): unknown {
  return {
    id: entryId(letter),
    url: site + urls.newsletter(letter.slug),
    title: letter.title,
    summary: summaryOf(letter),
    content_html: htmlOf(letter, site),
    date_published: letter.sentAt,
    date_modified: letter.sentAt,
    language: 'en',
  };
}

function summaryOf({ slug, opening, sections }: LetterView): string {
  const titles = sections.flatMap(({ tales }) => tales.map(({ tale }) => tale.title));
  return opening || titles.join(' · ') || `The letter of ${letterDay(slug)}`;
}

/** Elements that are escaped as XML are good HTML too, as none of these is empty. */
function htmlOf({ opening, sections }: LetterView, site: string): string {
  const words = paragraphsOf(opening).map((paragraph) => element('p', {}, paragraph));
  const parts = sections.flatMap(({ kind, tales, more }) => [
    element('h2', {}, PART_NAMES[kind]),
    ...tales.flatMap(({ tale, note }) => [
      element('h3', { lang: tale.language }, element('a', { href: site + urls.tale(tale.slug) }, tale.title)),
      element('p', {}, `${tale.author.name} · ${minutesWords(tale)}`),
      element('p', { lang: tale.language }, tale.excerpt),
      ...(note === '' ? [] : [element('blockquote', {}, element('p', {}, note))]),
    ]),
    ...(more === null ? [] : [element('p', {}, element('a', { href: site + urls.recent() }, moreWords(more)))]),
  ]);
  return [...words, ...parts].map(({ xml }) => xml).join('\n');
}
