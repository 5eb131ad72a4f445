/** Packs of tales in the API. The browser imports only the types. */
import { z } from 'zod';

export const PackTale = z
  .object({ slug: z.string(), title: z.string(), address: z.string(), minutes: z.int(), bytes: z.int() })
  .meta({ id: 'PackTale', description: 'A tale of an offline pack.' });
export type PackTale = z.infer<typeof PackTale>;

export const Pack = z
  .object({
    id: z.string(),
    name: z.string(),
    text: z.string(),
    minutes: z.int(),
    bytes: z.int(),
    tales: z.array(PackTale),
  })
  .meta({ id: 'Pack', description: 'A set of tales to save for offline reading.' });
export type Pack = z.infer<typeof Pack>;
