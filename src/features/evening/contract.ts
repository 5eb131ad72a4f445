import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

/**
 * What fits into the time there is, in the order in which to read it; no tales where nothing fits. `minutes`: of each tale and of all,
 * in the way and at the pace asked for, `pace` words a minute. `choices`: how many different ones can be asked for.
 * `loosened`: where nothing fits, the query strings of wider questions that something fits.
 */
export const HowLongView = z.object({
  tales: z.array(z.object({ tale: TaleCard, minutes: z.int() })),
  minutes: z.int(),
  pace: z.int(),
  choices: z.int(),
  loosened: z.array(z.string()),
});
export type HowLongView = z.infer<typeof HowLongView>;
