/** Tale of the day in pages and API. A night is named by the date on which it begins, as 2026-11-22. */
import { z } from 'zod';
import { TaleCard, TaleOption } from '#src/features/tales/contract.ts';

export const NightTale = z.object({ night: z.iso.date(), tale: TaleCard }).meta({ id: 'NightTale', description: 'The tale of a night.' });
export type NightTale = z.infer<typeof NightTale>;

export const TaleOfTheDayView = z
  .object({
    night: z.iso.date(),
    tale: TaleCard.nullable().describe('Null if there are no tales.'),
    opening: z.string().describe('The first sentences, as plain text.'),
    before: z.array(NightTale).describe('The previous nights, latest first.'),
  })
  .meta({ id: 'TaleOfTheDay', description: "Tonight's tale." });
export type TaleOfTheDayView = z.infer<typeof TaleOfTheDayView>;

export const ManagedNight = z
  .object({ night: z.iso.date(), tale: TaleOption.nullable(), isByHand: z.boolean() })
  .meta({ id: 'ManagedNight', description: 'A night as editors see it.' });
export type ManagedNight = z.infer<typeof ManagedNight>;

export const ManagedNights = z
  .object({ nights: z.array(ManagedNight) })
  .meta({ id: 'ManagedNights', description: 'Tonight and the coming nights.' });
export type ManagedNights = z.infer<typeof ManagedNights>;
