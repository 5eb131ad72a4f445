/** What may be changed in one's own account. The forms of the settings pages and the server read the same schemas: browser-safe. */
import { z } from 'zod';
import { AGE_BANDS } from '#src/features/tales/browse-query.ts';
import type { Theme } from '#src/ui/theme.ts';
import { CAMEOS } from './cameos.ts';

const THEMES = ['paper', 'sepia', 'night'] as const satisfies readonly Theme[];

/** How pages look. `theme` null: each device keeps what was chosen on it. */
const ReadingSettings = z.strictObject({ theme: z.enum(THEMES).nullable() });

/** What a person has chosen. `hiddenAges`: tales of these ages are veiled in lists. */
export const AccountSettings = z.strictObject({
  reading: ReadingSettings,
  hiddenAges: z
    .array(z.enum(AGE_BANDS))
    .max(AGE_BANDS.length)
    .transform((ages) => AGE_BANDS.filter((age) => ages.includes(age))),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

export const NO_SETTINGS: AccountSettings = { reading: { theme: null }, hiddenAges: [] };

const NAME_REQUIRED = 'Please enter a name';

/** In NFC, without white space at its ends; at most 100 code points. */
const DisplayName = z
  .string({ error: NAME_REQUIRED })
  .max(1_000, 'At most 100 characters')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), { error: 'This name has characters that cannot be used', abort: true })
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), NAME_REQUIRED)
  .refine((text) => [...text].length <= 100, 'At most 100 characters');

/** What is left out stays. `image` null: initials. */
export const ProfileChange = z.strictObject({ name: DisplayName.optional(), image: z.enum(CAMEOS).nullable().optional() });
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The password one has. Without it the answer is that it is wrong, as for any other text. */
const Current = z.string().max(10_000, 'This is too long for a password').default('');

export const PasswordChange = z.strictObject({
  current: Current,
  password: z.string({ error: 'Please choose a new password' }).max(10_000),
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const EmailChange = z.strictObject({ current: Current, email: z.string({ error: 'Please enter an e-mail address' }).max(1_000) });
export type EmailChange = z.infer<typeof EmailChange>;

/** What asks for nothing but the password. */
export const Confirmation = z.strictObject({ current: Current });
