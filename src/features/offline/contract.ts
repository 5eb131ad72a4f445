/** Packs of tales to keep at once, as everyone sees them. The browser imports only the types. */
import { z } from 'zod';

/** `minutes`: read aloud. `bytes`: about what it takes on a device, with its pictures. */
export const PackTale = z.object({ slug: z.string(), title: z.string(), address: z.string(), minutes: z.int(), bytes: z.int() });
export type PackTale = z.infer<typeof PackTale>;

/** `minutes` and `bytes` are those of all its tales. */
export const Pack = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  minutes: z.int(),
  bytes: z.int(),
  tales: z.array(PackTale),
});
export type Pack = z.infer<typeof Pack>;
