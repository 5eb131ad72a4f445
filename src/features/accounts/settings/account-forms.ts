/** What may be changed in one's own account. The forms of the settings pages and the server read the same schemas: browser-safe. */
import { z } from 'zod';
import type { Frequency } from '#src/features/newsletter/contract.ts';
import { parseReadingSettings } from '#src/features/reading/settings/reading-settings.ts';
import { AGE_BANDS } from '#src/features/tales/browse-query.ts';
import { THEME_CHOICES } from '#src/ui/theme.ts';
import { EmailField, judgeLength, NameField, PasswordField, withConfirmation } from '../registration-schema.ts';
import { CAMEOS } from './cameos.ts';

/** Of what a newer version has written only the known parts are taken. */
const Look = z.unknown().transform((look) => parseReadingSettings(JSON.stringify(look)));

const HiddenAges = z
  .array(z.enum(AGE_BANDS))
  .max(AGE_BANDS.length)
  .transform((ages) => AGE_BANDS.filter((age) => ages.includes(age)));

/** How pages look. `theme` null: each device keeps what was chosen on it. `look`: how tales are set, once that was chosen. */
const Reading = z.strictObject({ theme: z.enum(THEME_CHOICES).nullable(), look: Look.optional() });

/** What a person has chosen. `hiddenAges`: tales of these ages are veiled in lists. */
export const AccountSettings = z.strictObject({ reading: Reading, hiddenAges: HiddenAges });
export type AccountSettings = z.infer<typeof AccountSettings>;

const NO_SETTINGS: AccountSettings = { reading: { theme: null }, hiddenAges: [] };

/** What may have been stored by a newer version: parts that are not known are left out, alone. */
const StoredSettings = z.object({
  reading: z.object({ theme: z.enum(THEME_CHOICES).nullable().catch(null), look: Look.optional() }).catch(NO_SETTINGS.reading),
  hiddenAges: HiddenAges.catch([]),
});

/** What the column holds, as far as it is known. */
export function readSettings(stored: unknown): AccountSettings {
  const parsed = StoredSettings.safeParse(stored);
  return parsed.success ? parsed.data : NO_SETTINGS;
}

const HOW_OFTEN = ['weekly', 'monthly'] as const satisfies readonly Frequency[];

/** Whether the weekly letter shall come, how often, or both. What is left out stays. */
export const NewsletterChoice = z
  .strictObject({ on: z.boolean().optional(), frequency: z.enum(HOW_OFTEN).optional() })
  .refine(({ on, frequency }) => on !== undefined || frequency !== undefined, { path: ['on'], error: 'Say yes or no, or how often.' });

/** What is left out stays. `image` null: initials. */
export const ProfileChange = z.strictObject({ name: NameField.optional(), image: z.enum(CAMEOS).nullable().optional() });
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The password one has. Without it the answer is that it is wrong, as for any other text. */
const Current = z.string().max(10_000, 'This is too long for a password').default('');

export const PasswordChange = z.strictObject({
  current: Current,
  password: PasswordField,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const EmailChange = z.strictObject({ current: Current, email: EmailField });
export type EmailChange = z.infer<typeof EmailChange>;

/** What asks for nothing but the password. */
export const Confirmation = z.strictObject({ current: Current });

/** Six digits, with whatever blanks. */
export const CodeConfirmation = z.strictObject({
  code: z
    .string({ error: 'Please enter the code' })
    .max(64)
    .transform((text) => text.replace(/\s/g, ''))
    .refine((text) => /^[0-9]{6}$/.test(text), 'The code has six digits'),
});

export const PasskeyName = z.strictObject({ name: NameField });

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]{1,16384}$/);

/** RegistrationResponseJSON of WebAuthn level 3. Browsers add fields as the standard grows: what is unknown is left out. */
export const NewPasskey = z.strictObject({
  name: NameField,
  response: z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  }),
});
export type NewPasskey = z.output<typeof NewPasskey>;

/** The forms of the page ask for everything at once; whether a password is strong and right is said by the server. */
export const PasswordForm = withConfirmation(
  z.strictObject({ current: PasswordField, password: PasswordField.superRefine(judgeLength), confirm: PasswordField }),
);
export const EmailForm = z.strictObject({ current: PasswordField, email: EmailField });
export const CurrentForm = z.strictObject({ current: PasswordField });
export const NameForm = z.strictObject({ name: NameField });
export const CodeForm = z.strictObject({
  code: z.string().superRefine((code, context) => {
    if (code.trim() === '') context.addIssue('Please enter the code');
    else if (!/^[0-9]{6}$/.test(code.replace(/\s/g, ''))) context.addIssue('The code has six digits');
  }),
});
