/** Schemas of the login and registration forms, shared by browser and server. Browser-safe. */
import { z } from 'zod';

/** Code points. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 256;

/** Counts code points up to `max` + 1, so that the time does not depend on the length. */
export function countCodePoints(text: string, max: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > max) break;
  }
  return count;
}

export function isTooLong(password: string): boolean {
  return countCodePoints(password, PASSWORD_MAX) > PASSWORD_MAX;
}

export const FILL_ALL = 'Please fill out all fields';
export const INVALID_EMAIL = 'Please enter a valid email address.';
const NO_MATCH = 'Passwords do not match';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
/** Line breaks, other controls and bidirectional overrides: names appear within our sentences and emails. */
const FORBIDDEN_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** A visible character. Combining marks and spaces alone are invisible. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name in any language, trimmed and in NFC. */
export const NameField = z
  .string({ error: FILL_ALL })
  .transform((text) => text.trim().normalize('NFC'))
  .superRefine((name, context) => {
    const problem = nameProblem(name);
    if (problem !== undefined) context.addIssue(problem);
  });

/** A rough check of an address. The server parses it strictly (`AddressField`). */
export const EmailField = z
  .string({ error: FILL_ALL })
  .trim()
  .superRefine((email, context) => {
    if (email === '') context.addIssue(FILL_ALL);
    else if (email.length > EMAIL_MAX || !/^[^\s@]+@[^\s@]+$/.test(email)) context.addIssue(INVALID_EMAIL);
  });

export const PasswordField = z.string({ error: FILL_ALL }).refine((password) => password.trim() !== '', FILL_ALL);

/** Checks the length only. The server checks the strength (`weakPasswordReasons`). */
export const NewPasswordField = PasswordField.superRefine(checkPasswordLength);

/** Where to go afterwards. Validated where it is used (`safeRedirect`). */
export const NextField = z.string().max(1_000).optional();

/** Accepts any nonblank credentials: the server decides whether they are correct. */
export const LoginSchema = z.strictObject({
  email: z.string().max(320, 'Must be 320 characters or fewer.').refine(isNotBlank, 'Please enter your email.'),
  password: z.string().max(2_000, 'Must be 2,000 characters or fewer.').refine(isNotBlank, 'Please enter your password.'),
});

export const LOGIN_BLANK = 'Please enter both email and password';

export const RegistrationForm = withConfirmation(
  z.strictObject({ name: NameField, email: EmailField, password: NewPasswordField, confirm: PasswordField, next: NextField }),
);

/** The address is that of the invitation. */
export const InvitationForm = withConfirmation(z.strictObject({ name: NameField, password: NewPasswordField, confirm: PasswordField }));

/** A form with a button only. */
export const ButtonForm = z.strictObject({});

export const AddressForm = z.strictObject({ email: EmailField });

export const AddressChangeForm = z.strictObject({ email: EmailField, password: PasswordField, newEmail: EmailField });

export const NewPasswordForm = withConfirmation(
  z.strictObject({ password: NewPasswordField, confirm: PasswordField, keepKeys: z.boolean() }),
);

/** A 6-digit code or a recovery code. */
export const CodeForm = z.strictObject({ code: z.string().trim().min(1, FILL_ALL).max(100, 'Must be 100 characters or fewer.') });

/** Requires `password` and `confirm` to match. Reported together with other errors. */
export function withConfirmation<Form extends z.ZodType<{ password: string; confirm: string }>>(form: Form): Form {
  return form.refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    error: NO_MATCH,
    when: ({ value }) => {
      const { password, confirm } = (value ?? {}) as Record<string, unknown>;
      return typeof password === 'string' && typeof confirm === 'string' && confirm.trim() !== '';
    },
  });
}

function nameProblem(name: string): string | undefined {
  if (!name.isWellFormed() || FORBIDDEN_IN_NAMES.test(name)) return 'The name contains an invalid character.';
  if (!VISIBLE.test(name)) return FILL_ALL;
  return countCodePoints(name, NAME_MAX) > NAME_MAX ? `Use at most ${NAME_MAX} characters.` : undefined;
}

function checkPasswordLength(password: string, context: z.RefinementCtx): void {
  if (password.trim() === '') return;
  if (countCodePoints(password, PASSWORD_MIN) < PASSWORD_MIN) context.addIssue(`Use at least ${PASSWORD_MIN} characters.`);
  if (isTooLong(password)) context.addIssue(`Use at most ${PASSWORD_MAX} characters.`);
}

function isNotBlank(text: string): boolean {
  return text.trim() !== '';
}
