/** Newsletter issues in the API. */
import { z } from 'zod';
import { TaleCard, TaleOption } from '#src/features/tales/contract.ts';

/** Sections of an issue, in their default order. */
export const ISSUE_PART_KINDS = ['week', 'new', 'short', 'long', 'season'] as const;
export const IssuePartKind = z.enum(ISSUE_PART_KINDS);
export type IssuePartKind = z.infer<typeof IssuePartKind>;

/** A tale of an issue, as stored in newsletter_issues.parts. */
export const IssuePart = z.object({ kind: IssuePartKind, taleId: z.uuid(), note: z.string() });
export type IssuePart = z.infer<typeof IssuePart>;

export const IssueStatus = z.enum(['draft', 'sending', 'sent', 'skipped']);

/** `atLeast`: counting stopped at a limit. */
export const TaleCount = z.object({ count: z.int(), atLeast: z.boolean() });
export type TaleCount = z.infer<typeof TaleCount>;

export const IssueSection = z
  .object({
    kind: IssuePartKind,
    tales: z.array(z.object({ tale: TaleCard, note: z.string() })),
    more: TaleCount.nullable().describe('Number of further new tales that the issue does not mention.'),
  })
  .meta({ id: 'IssueSection', description: 'A section of a newsletter issue.' });
export type IssueSection = z.infer<typeof IssueSection>;

const IssueLink = z.object({ slug: z.string(), title: z.string() });

export const PublishedIssue = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('The date of the issue, as in 2026-11-22.'),
    title: z.string(),
    opening: z.string(),
    sentAt: z.string().describe('When it was sent, ISO 8601 in UTC.'),
    sections: z.array(IssueSection),
    previous: IssueLink.nullable().describe('The issue before this one.'),
    next: IssueLink.nullable().describe('The issue after this one.'),
  })
  .meta({ id: 'Issue', description: 'A newsletter issue that was sent.' });
export type PublishedIssue = z.infer<typeof PublishedIssue>;

export const PublishedIssueCard = z
  .object({ slug: z.string(), title: z.string(), opening: z.string(), tales: z.array(z.string()).describe('Titles of its first tales.') })
  .meta({ id: 'IssueCard', description: 'A newsletter issue in a list.' });
export type PublishedIssueCard = z.infer<typeof PublishedIssueCard>;

export const PublishedIssuePage = z
  .object({ letters: z.array(PublishedIssueCard), next: z.string().nullable() })
  .meta({ id: 'IssuePage', description: 'One page of newsletter issues.' });
export type PublishedIssuePage = z.infer<typeof PublishedIssuePage>;

export const Schedule = z
  .object({
    is_on: z.boolean(),
    weekday: z.int(),
    hour: z.int(),
    time_zone: z.string(),
    tag: z.string(),
  })
  .meta({ id: 'NewsletterSchedule', description: 'When newsletter issues are sent.' });
export type Schedule = z.infer<typeof Schedule>;

export const ManagedIssue = z
  .object({
    id: z.uuid(),
    version: z.int(),
    status: IssueStatus,
    issue_date: z.string(),
    send_at: z.string(),
    subject: z.string(),
    opening: z.string(),
    parts: z.array(z.object({ kind: IssuePartKind, note: z.string(), tale: TaleOption })),
    is_edited: z.boolean().describe('Whether an editor has changed it. It is then no longer composed automatically.'),
    has_news: z.boolean().describe('Whether there are new tales. Without any the issue is skipped.'),
    readers: z.int().describe('Number of subscribers who would receive it now.'),
    is_monthly: z.boolean().describe('Whether monthly subscribers receive it too.'),
  })
  .meta({ id: 'ManagedIssue', description: 'A newsletter issue as editors see it.' });
export type ManagedIssue = z.infer<typeof ManagedIssue>;

export const NewsletterOverview = z
  .object({
    schedule: Schedule,
    draft: ManagedIssue.nullable(),
    next_at: z.string().nullable().describe('When the next issue is sent; null while the schedule is off.'),
    has_mail_server: z.boolean(),
  })
  .meta({ id: 'Newsletter', description: 'The schedule and the issue in preparation.' });
export type NewsletterOverview = z.infer<typeof NewsletterOverview>;

/** Periods of the subscriber history in days, with the days between two points. */
export const SUBSCRIBER_PERIODS = { 90: 1, 365: 7 } as const;
export type SubscriberPeriod = keyof typeof SUBSCRIBER_PERIODS;

export const SubscriberHistory = z
  .object({
    days: z
      .array(z.object({ day: z.string(), confirmed: z.int() }))
      .describe('Confirmed subscribers by day (UTC), oldest first; the last one is now. Days before the first count are missing.'),
  })
  .meta({ id: 'SubscriberHistory', description: 'The number of confirmed newsletter subscribers over time.' });
export type SubscriberHistory = z.infer<typeof SubscriberHistory>;

export const IssueRow = z
  .object({
    id: z.uuid(),
    issue_date: z.string(),
    status: IssueStatus,
    subject: z.string(),
    why: z.enum(['editor', 'no_news', 'no_tales']).nullable().describe('Why it was skipped; null if it was not.'),
    at: z.string().describe('When it was sent or skipped.'),
    deliveries: z.object({ waiting: z.int(), sent: z.int(), failed: z.int(), dropped: z.int() }).describe('Number of emails by state.'),
  })
  .meta({ id: 'IssueRow', description: 'An issue that was sent, is being sent or was skipped.' });
export type IssueRow = z.infer<typeof IssueRow>;

export const IssueRows = z
  .object({ issues: z.array(IssueRow), next: z.string().nullable() })
  .meta({ id: 'IssueRows', description: 'One page of issues.' });
export type IssueRows = z.infer<typeof IssueRows>;
