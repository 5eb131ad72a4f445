/** What letters look like outside their tables. */
import { z } from 'zod';
import { TaleCard, TalePick } from '#src/features/tales/contract.ts';

/** The parts of a letter, in the order in which it is composed. */
export const PART_KINDS = ['week', 'new', 'short', 'long', 'season'] as const;
export const PartKind = z.enum(PART_KINDS);
export type PartKind = z.infer<typeof PartKind>;

/** A part as it is kept in newsletter_issues.parts. */
export const Part = z.object({ kind: PartKind, taleId: z.uuid(), note: z.string() });
export type Part = z.infer<typeof Part>;

export const Status = z.enum(['draft', 'sending', 'sent', 'skipped']);

/** How many: `atLeast` when nobody has counted to the end. */
export const Count = z.object({ count: z.int(), atLeast: z.boolean() });
export type Count = z.infer<typeof Count>;

/** Parts of one kind that follow each other. `more`: how many tales are new beside those that are told of. */
export const LetterSection = z.object({
  kind: PartKind,
  tales: z.array(z.object({ tale: TaleCard, note: z.string() })),
  more: Count.nullable(),
});
export type LetterSection = z.infer<typeof LetterSection>;

const Neighbour = z.object({ slug: z.string(), title: z.string() });

/** A letter that went out, as its page shows it. `slug` is its day, 2026-11-22; `sentAt` an ISO time. */
export const LetterView = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  opening: z.string(),
  sentAt: z.string(),
  sections: z.array(LetterSection),
  /** The letters before and after it. */
  previous: Neighbour.nullable(),
  next: Neighbour.nullable(),
});
export type LetterView = z.infer<typeof LetterView>;

/** A letter in the list: its first tales by their titles. */
export const LetterCard = z.object({ slug: z.string(), title: z.string(), opening: z.string(), tales: z.array(z.string()) });
export type LetterCard = z.infer<typeof LetterCard>;

export const LetterPage = z.object({ letters: z.array(LetterCard), next: z.string().nullable() });
export type LetterPage = z.infer<typeof LetterPage>;

/** When letters go: an hour of a weekday (1 is Monday) in a place. `tag`: the ETag without its quotes. */
export const Schedule = z.object({
  is_on: z.boolean(),
  weekday: z.int(),
  hour: z.int(),
  time_zone: z.string(),
  tag: z.string(),
});
export type Schedule = z.infer<typeof Schedule>;

/** A letter as editors see it. Fields are named as the columns are. `readers`: how many it goes to as things stand. */
export const ManagedIssue = z.object({
  id: z.uuid(),
  version: z.int(),
  status: Status,
  issue_date: z.string(),
  send_at: z.string(),
  subject: z.string(),
  opening: z.string(),
  parts: z.array(z.object({ kind: PartKind, note: z.string(), tale: TalePick })),
  /** Whether an editor has changed what it says: from then on it is not composed anew. */
  is_edited: z.boolean(),
  /** Whether there is anything that readers have not been told of: without, it is skipped. */
  has_news: z.boolean(),
  readers: z.int(),
  /** Whether those who want one letter a month get it too. */
  is_monthly: z.boolean(),
});
export type ManagedIssue = z.infer<typeof ManagedIssue>;

/** `next_at`: when the next letter goes if nothing is changed; null while the schedule is off. */
export const NewsletterDesk = z.object({
  schedule: Schedule,
  draft: ManagedIssue.nullable(),
  next_at: z.string().nullable(),
  has_mail_server: z.boolean(),
});
export type NewsletterDesk = z.infer<typeof NewsletterDesk>;

/** A letter that went out, is going out, or did not: `why` then says for what reason. */
export const IssueRow = z.object({
  id: z.uuid(),
  issue_date: z.string(),
  status: Status,
  subject: z.string(),
  why: z.enum(['editor', 'no_news', 'no_tales']).nullable(),
  at: z.string(),
  deliveries: z.object({ waiting: z.int(), sent: z.int(), failed: z.int(), dropped: z.int() }),
});
export type IssueRow = z.infer<typeof IssueRow>;

export const IssueRows = z.object({ issues: z.array(IssueRow), next: z.string().nullable() });
export type IssueRows = z.infer<typeof IssueRows>;
