/** Schemas of the profile and settings pages, shared by browser and server. Browser-safe. */
import { z } from 'zod';
import { AGE_BANDS } from '#src/ui/hidden-ages.ts';
import { parseReadingSettings } from '#src/ui/reading-settings.ts';
import { THEME_CHOICES } from '#src/ui/theme.ts';
import { EmailField, NameField, NewPasswordField, PasswordField, withConfirmation } from './auth-schemas.ts';

/** Pictures that a user may choose. Without one the initial of the name is shown. */
export const AVATARS = ['owl', 'fox', 'hare', 'stag', 'swan', 'frog', 'cat', 'raven', 'rose', 'moon', 'lantern', 'crown'] as const;
export type AvatarName = (typeof AVATARS)[number];

/** Drops fields written by a newer version. */
const Look = z.unknown().transform((look) => parseReadingSettings(JSON.stringify(look)));

const HiddenAges = z
  .array(z.enum(AGE_BANDS))
  .max(AGE_BANDS.length)
  .transform((ages) => AGE_BANDS.filter((age) => ages.includes(age)));

/** `theme`: null lets each device have its own. `look`: reading settings, once they have been changed. */
const Reading = z.strictObject({ theme: z.enum(THEME_CHOICES).nullable(), look: Look.optional() });

/** `hiddenAges`: tales for these ages are hidden in lists. */
export const AccountSettings = z.strictObject({ reading: Reading, hiddenAges: HiddenAges });
export type AccountSettings = z.infer<typeof AccountSettings>;

const NO_SETTINGS: AccountSettings = { reading: { theme: null }, hiddenAges: [] };

/** Tolerates settings stored by a newer version: unknown parts fall back to their defaults. */
const StoredSettings = z.object({
  reading: z.object({ theme: z.enum(THEME_CHOICES).nullable().catch(null), look: Look.optional() }).catch(NO_SETTINGS.reading),
  hiddenAges: HiddenAges.catch([]),
});

/** Parses the settings column of a profile. */
export function readSettings(stored: unknown): AccountSettings {
  const parsed = StoredSettings.safeParse(stored);
  return parsed.success ? parsed.data : NO_SETTINGS;
}

/** Omitted fields stay unchanged. `image`: null for the initial. */
export const ProfileChange = z.strictObject({ name: NameField.optional(), image: z.enum(AVATARS).nullable().optional() });
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The current password. A missing one is treated as a wrong one. */
const CurrentPassword = z.string().max(10_000, 'Must be 10,000 characters or fewer').default('');

export const PasswordChange = z.strictObject({ current: CurrentPassword, password: PasswordField });

export const EmailChange = z.strictObject({ current: CurrentPassword, email: EmailField });

export const Confirmation = z.strictObject({ current: CurrentPassword });

/** The provider to link, by its id. */
export const IdentityLink = Confirmation.extend({ provider: z.string().max(40) });

/** A 6-digit code in any spacing. */
export const CodeConfirmation = z.strictObject({
  code: z
    .string({ error: 'Please enter the code' })
    .max(64)
    .transform((text) => text.replace(/\s/g, ''))
    .refine((text) => /^[0-9]{6}$/.test(text), 'The code has 6 digits'),
});

export const PasskeyName = z.strictObject({ name: NameField });

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]{1,16384}$/);

/** RegistrationResponseJSON of WebAuthn level 3. Unknown fields are dropped, because browsers add fields as the standard grows. */
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

/** Forms of the settings page. The server also checks whether passwords are strong and correct. */
export const PasswordForm = withConfirmation(
  z.strictObject({ current: PasswordField, password: NewPasswordField, confirm: PasswordField }),
);
export const EmailForm = z.strictObject({ current: PasswordField, email: EmailField });
export const CurrentForm = z.strictObject({ current: PasswordField });
export const NameForm = z.strictObject({ name: NameField });
export const AuthenticatorCodeForm = z.strictObject({
  code: z.string().superRefine((code, context) => {
    if (code.trim() === '') context.addIssue('Please enter the code');
    else if (!/^[0-9]{6}$/.test(code.replace(/\s/g, ''))) context.addIssue('The code has 6 digits');
  }),
});
