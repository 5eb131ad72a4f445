/** Tonight's tale, as pages and the API show it. A night is named by the day on which it begins, as 2026-11-22. */
import { z } from 'zod';
import { TaleCard, TalePick } from '#src/features/tales/contract.ts';

export const NightTale = z.object({ night: z.iso.date(), tale: TaleCard });
export type NightTale = z.infer<typeof NightTale>;

/** `tale`: null while the site has none. `opening`: how it begins, plain text. `before`: former nights, the last one first. */
export const TonightView = z.object({
  night: z.iso.date(),
  tale: TaleCard.nullable(),
  opening: z.string(),
  before: z.array(NightTale),
});
export type TonightView = z.infer<typeof TonightView>;

/** A night as editors see it. `tale`: null while nobody has asked for it. `isByHand`: an editor chose it. */
export const ManagedNight = z.object({ night: z.iso.date(), tale: TalePick.nullable(), isByHand: z.boolean() });
export type ManagedNight = z.infer<typeof ManagedNight>;

export const ManagedNights = z.object({ nights: z.array(ManagedNight) });
export type ManagedNights = z.infer<typeof ManagedNights>;
