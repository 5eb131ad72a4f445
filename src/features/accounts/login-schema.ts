/** What a login form must hold; the same on the server and in the browser. */
import { z } from 'zod';

export const LOGIN_BLANK = 'Please enter both email and password';

/** Only what is blank is refused: whether it is right, the server tells. */
export const LoginSchema = z.strictObject({
  email: z.string().max(320, 'That is too long for an email address.').refine(isNotBlank, 'Please enter your email.'),
  password: z.string().max(2_000, 'That is too long for a password.').refine(isNotBlank, 'Please enter your password.'),
});

function isNotBlank(text: string): boolean {
  return text.trim() !== '';
}
