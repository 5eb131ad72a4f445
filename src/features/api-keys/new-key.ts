import { z } from 'zod';
import { required } from '#src/platform/fields.ts';
import { KEY_SCOPES } from './contract.ts';

/** What may be said of a new key. `expires_at`: null for one that does not end by itself. */
export const NewKey = z.strictObject({
  name: required('A key needs a name', 100),
  scope: z.enum(KEY_SCOPES, { error: 'A key may read, or read and write' }),
  expires_at: z.iso
    .datetime({ offset: true, error: 'This is no date' })
    .refine((time) => Date.parse(time) > Date.now(), 'The end must be in the future')
    .nullable()
    .default(null),
  /** The password of the person. Without it the answer is that it is wrong, as for any other text. */
  current: z.string().max(10_000, 'This is too long for a password').default(''),
});
export type NewKey = z.output<typeof NewKey>;
