/** Content of an issue, from which its HTML and text are rendered. */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { cardsByIds, isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import type { IssuePart, IssuePartKind, IssueSection, TaleCount } from './contract.ts';
import { READER_LINK_PLACEHOLDERS, type RenderedEmail } from './reader-links.ts';

const MAX_COUNT = 1_000;

type IssueTale = {
  title: string;
  /** Absolute, as all URLs here. */
  href: string;
  author: string;
  /** BCP 47. */
  language: string;
  readTime: number;
  aloudTime: number;
  excerpt: string;
  note: string;
};

export type IssueContent = {
  siteName: string;
  subject: string;
  /** 2026-11-22. */
  day: string;
  opening: string;
  sections: { kind: IssuePartKind; tales: IssueTale[]; more: (TaleCount & { href: string }) | null }[];
  links: { site: string; web: string; preferences: string; unsubscribe: string };
};

/** Renders an issue with placeholders for the subscriber's links. */
export type RenderIssue = (content: IssueContent) => Promise<RenderedEmail>;

type IssueInput = { subject: string; day: string; opening: string; sections: readonly IssueSection[] };

/** `publicUrl`: without a trailing slash. */
export function issueContent({ subject, day, opening, sections }: IssueInput, publicUrl: string): IssueContent {
  return {
    ...{ siteName: siteName(), subject, day, opening },
    sections: sections.map(({ kind, tales, more }) => ({
      kind,
      tales: tales.map(({ tale, note }) => ({
        ...{ title: tale.title, author: tale.author.name, language: tale.language, excerpt: tale.excerpt, note },
        ...{ readTime: tale.readTime, aloudTime: tale.aloudTime, href: publicUrl + urls.tale(tale.slug) },
      })),
      more: more && { ...more, href: publicUrl + urls.recent() },
    })),
    links: { site: publicUrl + urls.home(), web: publicUrl + urls.newsletter(day), ...READER_LINK_PLACEHOLDERS },
  };
}

/**
 * Groups consecutive parts of one kind into sections, with their public tales. The last section of new tales has the number of further
 * tales published after `since`, up to `until`.
 */
export async function issueSections(
  db: Db,
  parts: readonly IssuePart[],
  { since, until }: { since: Date; until: Date },
): Promise<IssueSection[]> {
  const ids = parts.map(({ taleId }) => taleId);
  const cards = new Map((await cardsByIds(db, ids)).map((card) => [card.id, card]));
  const sections: IssueSection[] = [];
  for (const { kind, taleId, note } of parts) {
    const tale = cards.get(taleId);
    if (tale === undefined) continue;
    const open = sections.at(-1);
    if (open?.kind === kind) open.tales.push({ tale, note });
    else sections.push({ kind, tales: [{ tale, note }], more: null });
  }
  const fresh = sections.findLast(({ kind }) => kind === 'new');
  if (fresh !== undefined) {
    const more = await countNewTales(db, { since, until, exclude: ids });
    if (more.count > 0) fresh.more = more;
  }
  return sections;
}

/** Returns when the last issue before `moment` was sent; the epoch if there is none. */
export async function previousSentAt(db: Db, moment: Date): Promise<Date> {
  const { at } = await db
    .selectFrom('newsletter_issues')
    .select((eb) => eb.fn.max('sending_at').as('at'))
    .where('status', 'in', ['sending', 'sent'])
    .where('sending_at', '<', moment)
    .executeTakeFirstOrThrow();
  return at ?? new Date(0);
}

/** Returns a renderer that loads the built templates on first use. `root`: project folder. */
export function loadRenderIssue(root: string): RenderIssue {
  const file = pathToFileURL(path.join(root, 'dist/server/issue-email.js')).href;
  return async (content) => {
    // A build output, unknown to the compiler.
    const { renderIssue } = (await import(file)) as { renderIssue: RenderIssue };
    return renderIssue(content);
  };
}

/** Counts new tales without those in `exclude`, up to 1,000. */
async function countNewTales(
  db: Db,
  { since, until, exclude }: { since: Date; until: Date; exclude: readonly string[] },
): Promise<TaleCount> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from tales t where ${isPublic} and publish_date > ${since} and publish_date <= ${until} and id <> all(${exclude}::uuid[])
      limit ${MAX_COUNT + 1}) fresh`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, MAX_COUNT), atLeast: count > MAX_COUNT };
}
