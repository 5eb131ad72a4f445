/** The editorial calendar in the API. */
import { z } from 'zod';
import { IssueStatus, TaleCount } from '#src/features/newsletter/issues/contract.ts';
import { TaleOption } from '#src/features/tales/contract.ts';

/** Days of a response at most: a month view has 42. */
export const MAX_CALENDAR_DAYS = 62;

const YEARS = 'The years must be between 1900 and 2200.';
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2200-12-31';

export const CalendarQuery = z
  .strictObject({
    from: z.iso.date('Give the first day as `from`, such as 2026-11-30.').describe('First day.'),
    to: z.iso.date('Give the last day as `to`, such as 2027-01-03.').describe('Last day.'),
  })
  .refine(({ from, to }) => from <= to, '`from` must not be after `to`.')
  .refine(({ from, to }) => from >= FIRST_DAY && to <= LAST_DAY, YEARS)
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_CALENDAR_DAYS * 86_400_000,
    `The range must have ${MAX_CALENDAR_DAYS} days or fewer.`,
  );
export type CalendarQuery = z.infer<typeof CalendarQuery>;

export const CalendarTale = z
  .object({
    id: z.uuid(),
    title: z.string(),
    state: z.enum(['scheduled', 'published']),
    publish_date: z.string().describe('ISO 8601 in UTC.'),
    version: z.int().describe('For If-Match when the tale is moved.'),
  })
  .meta({ id: 'CalendarTale', description: 'A scheduled or published tale in the calendar.' });
export type CalendarTale = z.infer<typeof CalendarTale>;

export const CalendarIssue = z
  .object({
    id: z.uuid().nullable().describe('Null for an issue that is not prepared yet.'),
    subject: z.string().describe('Empty for an issue that is not prepared yet.'),
    status: z.enum([...IssueStatus.options, 'planned']).describe('`planned`: by the schedule, not prepared yet.'),
    at: z.string().describe('When it was or will be sent; of a skipped issue, when it would have been. ISO 8601 in UTC.'),
    version: z.int().describe('For If-Match when the issue is moved.'),
  })
  .meta({ id: 'CalendarIssue', description: 'A newsletter issue in the calendar.' });
export type CalendarIssue = z.infer<typeof CalendarIssue>;

export const CalendarNight = z
  .object({ tale: TaleOption.pick({ id: true, title: true, state: true }), is_manual: z.boolean() })
  .meta({ id: 'CalendarNight', description: 'The tale of the day.' });
export type CalendarNight = z.infer<typeof CalendarNight>;

export const CalendarDay = z
  .object({
    day: z.iso.date(),
    tales: z.array(CalendarTale).describe('At most 50, by publish date.'),
    tale_count: TaleCount.describe('Number of scheduled and published tales of the day.'),
    issues: z.array(CalendarIssue),
    night: CalendarNight.nullable().describe('Null while no tale of the day is chosen; it is chosen automatically then.'),
  })
  .meta({ id: 'CalendarDay', description: 'A day of the calendar.' });
export type CalendarDay = z.infer<typeof CalendarDay>;

export const Calendar = z
  .object({
    time_zone: z.string().describe('Time zone of the days: that of the newsletter schedule.'),
    today: z.iso.date(),
    tonight: z.iso.date().describe('The current night: before 05:00 that of yesterday.'),
    days: z.array(CalendarDay),
  })
  .meta({ id: 'Calendar', description: 'Tales, newsletter issues and tales of the day, by day.' });
export type Calendar = z.infer<typeof Calendar>;
