import { z } from 'zod';

const tale = z.uuid().describe('Id of the tale.');

export const ReadEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['read', 'finish']), tale }),
    z.strictObject({ kind: z.literal('depth'), tale, tenths: z.int().min(0).max(10).describe('Tenths of the text that were reached.') }),
  ])
  .meta({
    id: 'Reading',
    description: 'A tale was opened (`read`) or read to the end (`finish`), or a reader left it after some tenths of its text (`depth`).',
  });
export type ReadEvent = z.infer<typeof ReadEvent>;

export const COUNT_KINDS = [
  'read',
  'finish',
  'download',
  'search',
  'empty_search',
  'together',
  'together_guest',
  'together_minute',
] as const;
/** An `empty_search` is also counted as a `search`. `together`: sessions of reading together, with their guests and minutes. */
export type CountKind = (typeof COUNT_KINDS)[number];

export const DayCounts = z
  .object({
    day: z.string(),
    read: z.int(),
    finish: z.int(),
    download: z.int(),
    search: z.int(),
    empty_search: z.int(),
    together: z.int().describe('Sessions of reading together.'),
    together_guest: z.int(),
    together_minute: z.int(),
  })
  .meta({ id: 'DayCounts', description: 'How often something happened on a day (UTC).' });
export type DayCounts = z.infer<typeof DayCounts>;

/** Lengths of the periods of usage counts, in days. */
export const PERIODS = [30, 90] as const;
export type Period = (typeof PERIODS)[number];

const Depths = z.array(z.int()).length(11).describe('How often a reader left after 0 to 10 tenths of the text.');
const TaleCounts = z.object({ slug: z.string(), title: z.string(), read: z.int(), finish: z.int(), download: z.int(), depths: Depths });
const EmptySearch = z.object({
  words: z.string(),
  times: z.int(),
  last: z.string().describe('The last day of such a search.'),
});

export const AnalyticsView = z
  .object({
    days: z.array(DayCounts).describe('The days of the period, oldest first.'),
    most_read: z.array(TaleCounts).describe('The tales read most.'),
    depths: Depths,
    empty_searches: z.array(EmptySearch).describe('Searches without results of the last 90 days.'),
  })
  .meta({ id: 'UsageCounts', description: 'Usage counts of the last 30 or 90 days.' });
export type AnalyticsView = z.infer<typeof AnalyticsView>;
