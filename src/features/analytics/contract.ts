import { z } from 'zod';

export const ReadEvent = z
  .strictObject({ kind: z.enum(['read', 'finish']), tale: z.uuid().describe('Id of the tale.') })
  .meta({ id: 'Reading', description: 'A tale was opened (`read`) or read to the end (`finish`).' });
export type ReadEvent = z.infer<typeof ReadEvent>;

export const COUNT_KINDS = ['read', 'finish', 'download', 'search', 'empty_search'] as const;
/** An `empty_search` is also counted as a `search`. */
export type CountKind = (typeof COUNT_KINDS)[number];

export const DayCounts = z
  .object({
    day: z.string(),
    read: z.int(),
    finish: z.int(),
    download: z.int(),
    search: z.int(),
    empty_search: z.int(),
  })
  .meta({ id: 'DayCounts', description: 'How often something happened on a day (UTC).' });
export type DayCounts = z.infer<typeof DayCounts>;

const TaleCounts = z.object({ slug: z.string(), title: z.string(), read: z.int(), finish: z.int(), download: z.int() });
const EmptySearch = z.object({
  words: z.string(),
  times: z.int(),
  last: z.string().describe('The last day of such a search.'),
});

export const AnalyticsView = z
  .object({
    days: z.array(DayCounts).describe('The last 30 days, oldest first.'),
    most_read: z.array(TaleCounts).describe('The tales read most.'),
    empty_searches: z.array(EmptySearch).describe('Searches without results.'),
  })
  .meta({ id: 'UsageCounts', description: 'Usage counts of the last 30 days.' });
export type AnalyticsView = z.infer<typeof AnalyticsView>;
