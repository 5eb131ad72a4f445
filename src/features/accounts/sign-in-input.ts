/** The bodies that sign-in takes. Everything unknown is refused. */
import { z } from 'zod';
import { AppError } from '#src/platform/errors.ts';
import { parseBody } from '#src/platform/http/read-body.ts';
import { LOGIN_BLANK, LoginSchema } from './login-schema.ts';
import { AddressField } from './registration-input.ts';
import { NextField } from './registration-schema.ts';

const LoginPost = LoginSchema.extend({ next: NextField });
type Login = z.output<typeof LoginPost>;

/** What a login form or its JSON twin holds. Throws 422 `invalid`; when something is blank in the words of the specification. */
export function readLogin(body: unknown): Login {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { email = '', password = '' } = given as Partial<Record<keyof Login, unknown>>;
  try {
    return parseBody(LoginPost, { ...given, email, password });
  } catch (error) {
    const isBlank = [email, password].some((value) => typeof value === 'string' && value.trim() === '');
    if (!(error instanceof AppError) || !isBlank) throw error;
    throw new AppError(error.status, error.code, LOGIN_BLANK, { fields: { ...error.fields } });
  }
}

/** Six digits or a recovery code, with whatever blanks and dashes. */
export const CodeBody = z.strictObject({
  code: z.string({ error: 'Please enter the code.' }).trim().min(1, 'Please enter the code.').max(64, 'This is too long for a code.'),
  next: NextField,
});

export const LinkRequest = z.strictObject({ email: AddressField, next: NextField });

export const LinkBody = z.strictObject({
  token: z.string({ error: 'This link is not whole. Please open it from the mail again.' }).min(1).max(200),
  email: AddressField,
  next: NextField,
});

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/);

/**
 * AuthenticationResponseJSON of WebAuthn level 3, as `PublicKeyCredential.toJSON` gives it. Browsers add fields as the standard
 * grows, so of what they have made the unknown is left out rather than refused.
 */
export const PasskeyBody = z.strictObject({
  response: z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: z.string().max(200).nullish(),
    }),
  }),
});

export type PasskeyAnswer = z.output<typeof PasskeyBody>['response'];
