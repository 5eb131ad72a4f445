import { PART_NAMES } from '#src/features/newsletter/issues/components/issue-text.ts';
import type { IssuePartKind } from '#src/features/newsletter/issues/contract.ts';
import type { IssueContent } from '#src/features/newsletter/issues/issue-content.ts';
import { READER_LINK_PLACEHOLDERS } from '#src/features/newsletter/issues/reader-links.ts';

/** Newsletter issues for tests. */

export const SITE = 'https://tales.example';

export type IssueTale = IssueContent['sections'][number]['tales'][number];

export function issueTale(about: Partial<IssueTale> = {}): IssueTale {
  const defaults = { title: 'The Frog King', href: `${SITE}/tale/the-frog-king`, author: 'The Brothers Grimm', language: 'en' };
  return { ...defaults, readTime: 7, aloudTime: 11, excerpt: 'A ball of gold falls into a well.', note: '', ...about };
}

/** Returns an issue with one tale. */
export function sampleIssue(about: Partial<IssueContent> = {}): IssueContent {
  return {
    siteName: 'Talewood',
    subject: 'The Frog King, and what is new on the shelves',
    day: '2026-11-22',
    opening: 'Dear readers,\n\nthe nights are long.',
    sections: [{ kind: 'week', tales: [issueTale()], more: null }],
    links: { site: `${SITE}/`, web: `${SITE}/newsletter/2026-11-22`, ...READER_LINK_PLACEHOLDERS },
    ...about,
  };
}

/** Returns an issue with a tale in each part and all optional content. */
export function fullIssue(): IssueContent {
  const kinds = Object.keys(PART_NAMES) as IssuePartKind[];
  const sections = kinds.map((kind) => ({
    kind,
    tales: [issueTale({ title: `Der Rabe (${kind})`, language: 'de', href: `${SITE}/tale/${kind}`, note: 'Read it aloud.' })],
    more: kind === 'new' ? { count: 3, atLeast: false, href: `${SITE}/recent` } : null,
  }));
  return sampleIssue({ sections });
}

/** SQL that adds a sent issue. Parameters: day, subject, slugs of tales. */
export const INSERT_ISSUE = `
  insert into newsletter_issues (issue_date, status, send_at, subject, opening, parts, html, text, sending_at, sent_at)
  select $1::date, 'sent', $1::date, $2, 'Dear readers, the nights are long.', coalesce(jsonb_agg(
    jsonb_build_object('kind', case when o.n = 1 then 'week' else 'new' end, 'taleId', t.id, 'note', case when o.n = 1 then 'Read it aloud.' else '' end)
    order by o.n), '[]'), '<p>x</p>', 'x', $1::date, $1::date
  from unnest($3::text[]) with ordinality o (slug, n) join tales t on t.slug = o.slug`;
