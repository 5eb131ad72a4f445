import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

export const TaleFinderView = z
  .object({
    tales: z.array(z.object({ tale: TaleCard, minutes: z.int().describe('Time for all of them.') })),
    minutes: z.int(),
    pace: z.int().describe('Words per minute.'),
    choices: z.int().describe('Number of alternative selections.'),
    loosened: z.array(z.string()).describe('If nothing fits: query strings of less strict queries with results.'),
  })
  .meta({ id: 'TimedSelection', description: 'Tales that fit the available time, in reading order; none if nothing fits.' });
export type TaleFinderView = z.infer<typeof TaleFinderView>;
