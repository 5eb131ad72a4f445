/** Tonight's tales as feeds: each night is an entry, with how its tale is read. */
import { beginOf, type DatedNight } from '#src/features/tonight/tonight.ts';
import { urls } from '#src/urls.ts';
import { element, type Xml } from '../xml.ts';
import { atomDocument } from './atom.ts';
import type { FeedFormat, FeedFrame } from './feed.ts';
import { jsonDocument } from './json-feed.ts';
import { escapeHtml, rssDocument } from './rss.ts';

/** `timeZone`: where nights begin. */
export type Nights = { nights: readonly DatedNight[]; timeZone: string };

type WriteNights = (frame: FeedFrame, nights: Nights) => string;

export const NIGHT_WRITERS: Record<FeedFormat, WriteNights> = {
  atom: (frame, { nights, timeZone }) =>
    atomDocument(
      frame,
      nights.map((night) => atomEntry(night, frame.site, timeZone)),
    ),
  rss: (frame, { nights, timeZone }) =>
    rssDocument(
      frame,
      nights.map((night) => rssItem(night, frame.site, timeZone)),
    ),
  json: (frame, { nights, timeZone }) =>
    jsonDocument(
      frame,
      nights.map((night) => jsonItem(night, frame.site, timeZone)),
    ),
};

/** When the last of them was chosen or began; the beginning of time for none. */
export function lastNight({ nights, timeZone }: Nights): Date {
  return new Date(Math.max(0, ...nights.map((night) => Date.parse(updatedOf(night, timeZone)))));
}

function atomEntry(night: DatedNight, site: string, timeZone: string): Xml {
  const { tale } = night;
  const page = site + urls.tale(tale.slug);
  return element(
    'entry',
    {},
    element('id', {}, idOf(night, site)),
    element('title', {}, tale.title),
    element('published', {}, publishedOf(night, timeZone)),
    element('updated', {}, updatedOf(night, timeZone)),
    element('author', {}, element('name', {}, tale.author.name), element('uri', {}, site + urls.author(tale.author.slug))),
    element('link', { rel: 'alternate', type: 'text/html', href: page, hreflang: tale.language }),
    element('summary', {}, tale.excerpt),
    element('content', { type: 'html', 'xml:lang': tale.language, 'xml:base': page }, htmlOf(night, site)),
  );
}

function rssItem(night: DatedNight, site: string, timeZone: string): Xml {
  return element(
    'item',
    {},
    element('title', {}, night.tale.title),
    element('link', {}, site + urls.tale(night.tale.slug)),
    element('guid', { isPermaLink: 'false' }, idOf(night, site)),
    element('pubDate', {}, new Date(publishedOf(night, timeZone)).toUTCString()),
    element('description', {}, escapeHtml(night.tale.excerpt)),
  );
}

function jsonItem(night: DatedNight, site: string, timeZone: string): unknown {
  const { tale } = night;
  return {
    id: idOf(night, site),
    url: site + urls.tale(tale.slug),
    title: tale.title,
    summary: tale.excerpt,
    content_html: htmlOf(night, site),
    date_published: publishedOf(night, timeZone),
    date_modified: updatedOf(night, timeZone),
    authors: [{ name: tale.author.name, url: site + urls.author(tale.author.slug) }],
    language: tale.language,
  };
}

/** A night stays the same, whatever tale it has in the end; and a tale may come again another night. */
function idOf({ night }: DatedNight, site: string): string {
  return `${site}${urls.tonight()}#${night}`;
}

function publishedOf({ night }: DatedNight, timeZone: string): string {
  return beginOf(night, timeZone).toISOString();
}

/** Another tale may have been chosen since. */
function updatedOf(night: DatedNight, timeZone: string): string {
  const [published, chosen] = [publishedOf(night, timeZone), night.chosenAt.toISOString()];
  return chosen > published ? chosen : published;
}

function htmlOf({ tale }: DatedNight, site: string): string {
  return [
    element('p', {}, tale.excerpt),
    element('p', {}, `${tale.author.name} · ${tale.readTime} min, ${tale.aloudTime} aloud`),
    element('p', {}, element('a', { href: site + urls.tale(tale.slug) }, 'Read it')),
  ]
    .map(({ xml }) => xml)
    .join('\n');
}
