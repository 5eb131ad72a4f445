/** What is asked for when someone registers, and how it is judged: forms and server share it. Browser-safe. */
import { z } from 'zod';
import { countCodePoints, isTooLong, PASSWORD_MAX, PASSWORD_MIN } from './password-limits.ts';

export const FILL_ALL = 'Please fill out all fields';
export const NO_ADDRESS = 'Please enter a valid e-mail address.';
const NO_MATCH = 'Passwords do not match';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
/** Line ends, other controls, and marks that turn the text around them: a name stands in sentences and mails of ours. */
const UNWELCOME = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Something that can be seen; marks and spaces alone cannot. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name as people write theirs, in any language; trimmed, and in NFC. Marks of direction and joiners belong to some. */
export const NameField = z
  .string({ error: FILL_ALL })
  .transform((text) => text.trim().normalize('NFC'))
  .superRefine((name, context) => {
    const problem = nameProblem(name);
    if (problem !== undefined) context.addIssue(problem);
  });

/** Roughly an address: the server reads it strictly. */
export const EmailField = z
  .string({ error: FILL_ALL })
  .trim()
  .superRefine((email, context) => {
    if (email === '') context.addIssue(FILL_ALL);
    else if (email.length > EMAIL_MAX || !/^[^\s@]+@[^\s@]+$/.test(email)) context.addIssue(NO_ADDRESS);
  });

/** A password as it was typed. Whether it is strong is said by the server (weakPasswordReasons). */
export const PasswordField = z.string({ error: FILL_ALL }).refine((password) => password.trim() !== '', FILL_ALL);

/** A new password, of which the length alone is judged here. */
export const NewPasswordField = PasswordField.superRefine(judgeLength);

/** Where to go in the end; judged where it is used (return-to.ts). */
export const NextField = z.string().max(1_000).optional();

const FIELDS = { name: NameField, email: EmailField, password: PasswordField };

/** The form of the page. */
export const RegistrationForm = withConfirmation(
  z.strictObject({ ...FIELDS, password: NewPasswordField, confirm: PasswordField, next: NextField }),
);

/** Adds to a form with `password` and `confirm` that both are the same; told beside whatever else is wrong. */
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
  if (!name.isWellFormed() || UNWELCOME.test(name)) return 'This name has a character that cannot be used.';
  if (!SEEN.test(name)) return FILL_ALL;
  return countCodePoints(name, NAME_MAX) > NAME_MAX ? `Use at most ${NAME_MAX} characters.` : undefined;
}

export function judgeLength(password: string, context: z.RefinementCtx): void {
  if (password.trim() === '') return;
  if (countCodePoints(password, PASSWORD_MIN) < PASSWORD_MIN) context.addIssue(`Use at least ${PASSWORD_MIN} characters.`);
  if (isTooLong(password)) context.addIssue(`Use at most ${PASSWORD_MAX} characters.`);
}
