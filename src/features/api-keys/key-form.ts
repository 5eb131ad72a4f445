import { z } from 'zod';

/** For how many days a key may be made; '' for one that does not end by itself. */
const KEY_DAYS = ['30', '90', '365', ''] as const;

/** The form for a new key. */
export const KeyForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please say what the key is for')
    .refine((text) => [...text].length <= 100, 'At most 100 characters'),
  scope: z.enum(['read', 'write']),
  days: z.enum(KEY_DAYS),
  /** Blank for an account without a password; whether it is right is said by the server. */
  current: z.string(),
});
export type KeyForm = z.infer<typeof KeyForm>;
