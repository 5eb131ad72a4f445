import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

/** Most tales that the page of a shared list shows. */
export const MAX_SHOWN = 200;

/** A shared list as visitors see it: nothing about its owner. */
export const SharedListView = z
  .object({
    name: z.string(),
    tales: z.array(TaleCard).describe(`The public tales in the order of the owner, at most ${MAX_SHOWN}.`),
    count: z.int().describe('Number of public tales in the list.'),
  })
  .meta({ id: 'SharedList', description: 'A list that a reader shares by a link.' });
export type SharedListView = z.infer<typeof SharedListView>;

/** The link to a list as its owner sees it. */
export const ListShare = z
  .object({
    share: z
      .object({
        path: z.string().describe('Path of the page of the list.'),
        at: z.string().describe('When it was created, ISO 8601 in UTC.'),
      })
      .nullable(),
  })
  .meta({ id: 'ShelfShare', description: 'The read-only link to a shelf; null if it is not shared.' });
export type ListShare = z.infer<typeof ListShare>;
