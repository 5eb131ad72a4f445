import { z } from 'zod';

/** What the page of a tale tells: that it was opened by a reader, or read to its end. Nothing else is in it. */
export const Reading = z.strictObject({ kind: z.enum(['read', 'finish']), tale: z.uuid() });
export type Reading = z.infer<typeof Reading>;

export const COUNT_KINDS = ['read', 'finish', 'download', 'search', 'empty_search'] as const;
/** An `empty_search` is a `search` too. */
export type CountKind = (typeof COUNT_KINDS)[number];

/** A day of UTC, 2026-11-22, with how often each thing happened on it. */
export const DayCounts = z.object({
  day: z.string(),
  read: z.int(),
  finish: z.int(),
  download: z.int(),
  search: z.int(),
  empty_search: z.int(),
});
export type DayCounts = z.infer<typeof DayCounts>;

const TaleCounts = z.object({ slug: z.string(), title: z.string(), read: z.int(), finish: z.int(), download: z.int() });
const EmptySearch = z.object({
  words: z.string(),
  times: z.int(),
  last: z.string().describe('The last day on which it was searched for.'),
});

/** The last 30 days, the oldest first and none left out; the tales read most in them; what was searched for in vain. */
export const CountsView = z.object({
  days: z.array(DayCounts),
  most_read: z.array(TaleCounts),
  empty_searches: z.array(EmptySearch),
});
export type CountsView = z.infer<typeof CountsView>;
