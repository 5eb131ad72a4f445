import { Hono } from 'hono';
import { type DatedNight, nightStart, nightsFrom, pastNights, upcomingNights } from '#src/features/tale-of-the-day/tale-of-the-day.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { PageRequest } from '#src/platform/cache/serve-page.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { escapeText } from '#src/ui/escape-html.ts';
import { urls } from '#src/urls.ts';
import { type ListDeps, listResponse } from '../list-response.ts';
import { element, type Xml } from '../xml.ts';
import { atomDocument, FEED_TYPES, type FeedFormat, type FeedFrame, jsonDocument, rssDocument } from './tale-feeds.ts';

const ENTRIES = 30;
/** Nights in the calendar. */
const AHEAD = 14;
const FORMATS = Object.keys(FEED_TYPES) as FeedFormat[];

/** Tales of the day: feeds of past nights and a calendar of upcoming ones. */
export function tonightRoutes({ servePage, publicUrl: site }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const format of FORMATS) {
    const path = urls.listAs(urls.tonight(), format);
    app.get(path, (c) => {
      const render: PageRequest['render'] = async (db) => {
        const nights = await pastNights(db, ENTRIES);
        const updated = lastNight(nights);
        const frame = {
          ...{ title: `Tonight’s tale · ${siteName()}`, description: 'One tale for each night, the same for everyone.', updated, site },
          ...{ self: site + path, page: site + urls.tonight(), next: null },
        };
        return tonight(listResponse(updated, FEED_TYPES[format], NIGHT_WRITERS[format](frame, nights)));
      };
      return servePage(c, { key: `feed ${path}`, render });
    });
  }
  app.get(urls.tonightCalendar(), (c) => {
    const render: PageRequest['render'] = async (db) => {
      const nights = await upcomingNights(db, AHEAD);
      const updated = new Date(Math.max(0, ...nights.map(({ chosenAt }) => chosenAt.getTime())));
      return tonight(listResponse(updated, 'text/calendar', tonightCalendar(nights, site)));
    };
    return servePage(c, { key: `calendar ${urls.tonight()}`, render });
  });
  return app;
}

function tonight(page: PageResult): PageResult {
  return { ...page, tags: [...page.tags, 'tonight'] };
}

/** `timeZone` decides when a night begins. */
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

/** Returns when the latest night began or was chosen; the epoch for none. */
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
    element('description', {}, escapeText(night.tale.excerpt)),
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

/** Ids are by night: its tale may change, and a tale may return another night. */
function idOf({ night }: DatedNight, site: string): string {
  return `${site}${urls.tonight()}#${night}`;
}

function publishedOf({ night }: DatedNight, timeZone: string): string {
  return nightStart(night, timeZone).toISOString();
}

/** The tale may have been replaced after the night began. */
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

/** Maximum octets of a line (RFC 5545, 3.1). */
const LINE = 75;

/** Writes a calendar (RFC 5545) with an all-day, non-blocking event for each night. */
export function tonightCalendar(nights: readonly DatedNight[], site: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Talewood//Tonight’s tale//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Tonight’s tale',
    'X-WR-CALNAME:Tonight’s tale',
    `URL:${site}${urls.tonight()}`,
    `SOURCE;VALUE=URI:${site}${urls.tonightCalendar()}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...nights.flatMap((night) => event(night, site)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function event({ night, tale, chosenAt }: DatedNight, site: string): string[] {
  const page = site + urls.tale(tale.slug);
  const [, after = night] = nightsFrom(night, 2);
  const chosen = chosenAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return [
    'BEGIN:VEVENT',
    `UID:${night}@${new URL(site).hostname}`,
    `DTSTAMP:${chosen}`,
    `LAST-MODIFIED:${chosen}`,
    `DTSTART;VALUE=DATE:${night.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${after.replaceAll('-', '')}`,
    `SUMMARY:${escapeIcs(`${tale.title} (${tale.aloudTime} min aloud)`)}`,
    `DESCRIPTION:${escapeIcs(`${tale.excerpt}\n\n${tale.author.name} · ${tale.readTime} min, ${tale.aloudTime} aloud\n${page}`)}`,
    `URL:${page}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Escapes a TEXT value; control characters are removed. */
function escapeIcs(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replace(/\r\n?|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

/** Folds a line to 75 octets without splitting characters. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
