/** Why an imported tale stands where it stands, as editors are shown it. */
import { z } from 'zod';

/** `what`: what was decided, as an editor reads it (“Category: Dark”); `why`: what speaks for it, as a sentence. */
export const Reason = z.object({ what: z.string(), why: z.string() });
export type Reason = z.infer<typeof Reason>;

/** No reasons and no time for a tale that people have written. */
export const TaleReasons = z.object({ reasons: z.array(Reason), made_at: z.string().nullable() });
export type TaleReasons = z.infer<typeof TaleReasons>;
