import { Hono } from 'hono';
import type { PublishedIssue } from '#src/features/newsletter/issues/contract.ts';
import {
  formatIssueDay,
  formatMinutes,
  listIssuesForFeed,
  moreTalesText,
  PART_NAMES,
  splitParagraphs,
} from '#src/features/newsletter/newsletter.ts';
import { parseCursor } from '#src/features/tales/browse-query.ts';
import type { PageRequest } from '#src/platform/cache/serve-page.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { escapeText } from '#src/ui/escape-html.ts';
import { urls } from '#src/urls.ts';
import { type ListDeps, listResponse } from '../list-response.ts';
import { element, type Xml } from '../xml.ts';
import { atomDocument, entryId, FEED_TYPES, type FeedFormat, type FeedFrame, jsonDocument, rssDocument } from './tale-feeds.ts';

const ENTRIES = 30;
const FORMATS = Object.keys(FEED_TYPES) as FeedFormat[];

/** Newsletter issues as feeds, newest first: the archive URL with .atom, .rss or .json. */
export function newsletterFeedRoutes({ servePage, publicUrl: site }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const format of FORMATS) {
    const path = urls.listAs(urls.newsletter(), format);
    const at = (after: string) => `${site}${path}${after === '' ? '' : `?after=${encodeURIComponent(after)}`}`;
    app.get(path, (c) => {
      const after = parseCursor(new URL(c.req.url).searchParams);
      const render: PageRequest['render'] = async (db) => {
        const { issues, next } = await listIssuesForFeed(db, after, ENTRIES);
        const updated = new Date(issues[0]?.sentAt ?? 0);
        const frame = {
          ...{ title: `Newsletter · ${siteName()}`, description: 'A tale of the week, and what is new.', updated, site },
          ...{ self: at(after), page: site + urls.newsletter(), next: next === null ? null : at(next) },
        };
        const page = listResponse(updated, FEED_TYPES[format], ISSUE_WRITERS[format](frame, issues));
        return { ...page, tags: [...page.tags, 'letters'] };
      };
      return servePage(c, { key: `feed ${path}?${after}`, render });
    });
  }
  return app;
}

/** Writes newsletter issues as Atom, RSS and JSON feeds. */

type WriteIssues = (frame: FeedFrame, issues: readonly PublishedIssue[]) => string;

export const ISSUE_WRITERS: Record<FeedFormat, WriteIssues> = {
  atom: (frame, issues) =>
    atomDocument(
      frame,
      issues.map((issue) => atomEntry(issue, frame.site)),
    ),
  rss: (frame, issues) =>
    rssDocument(
      frame,
      issues.map((issue) => rssItem(issue, frame.site)),
    ),
  json: (frame, issues) =>
    jsonDocument(
      frame,
      issues.map((issue) => jsonItem(issue, frame.site)),
    ),
};

function atomEntry(issue: PublishedIssue, site: string): Xml {
  const page = site + urls.newsletter(issue.slug);
  return element(
    'entry',
    {},
    element('id', {}, entryId(issue)),
    element('title', {}, issue.title),
    element('published', {}, issue.sentAt),
    element('updated', {}, issue.sentAt),
    element('link', { rel: 'alternate', type: 'text/html', href: page }),
    element('summary', {}, summaryOf(issue)),
    element('content', { type: 'html', 'xml:lang': 'en', 'xml:base': page }, htmlOf(issue, site)),
  );
}

function rssItem(issue: PublishedIssue, site: string): Xml {
  return element(
    'item',
    {},
    element('title', {}, issue.title),
    element('link', {}, site + urls.newsletter(issue.slug)),
    element('guid', { isPermaLink: 'false' }, entryId(issue)),
    element('pubDate', {}, new Date(issue.sentAt).toUTCString()),
    element('description', {}, escapeText(summaryOf(issue))),
  );
}

function jsonItem(issue: PublishedIssue, site: string): unknown {
  return {
    id: entryId(issue),
    url: site + urls.newsletter(issue.slug),
    title: issue.title,
    summary: summaryOf(issue),
    content_html: htmlOf(issue, site),
    date_published: issue.sentAt,
    date_modified: issue.sentAt,
    language: 'en',
  };
}

function summaryOf({ slug, opening, sections }: PublishedIssue): string {
  const titles = sections.flatMap(({ tales }) => tales.map(({ tale }) => tale.title));
  return opening || titles.join(' · ') || `Newsletter of ${formatIssueDay(slug)}`;
}

/** XML is valid HTML here, because no element is empty. */
function htmlOf({ opening, sections }: PublishedIssue, site: string): string {
  const words = splitParagraphs(opening).map((paragraph) => element('p', {}, paragraph));
  const parts = sections.flatMap(({ kind, tales, more }) => [
    element('h2', {}, PART_NAMES[kind]),
    ...tales.flatMap(({ tale, note }) => [
      element('h3', { lang: tale.language }, element('a', { href: site + urls.tale(tale.slug) }, tale.title)),
      element('p', {}, `${tale.author.name} · ${formatMinutes(tale)}`),
      element('p', { lang: tale.language }, tale.excerpt),
      ...(note === '' ? [] : [element('blockquote', {}, element('p', {}, note))]),
    ]),
    ...(more === null ? [] : [element('p', {}, element('a', { href: site + urls.recent() }, moreTalesText(more)))]),
  ]);
  return [...words, ...parts].map(({ xml }) => xml).join('\n');
}
