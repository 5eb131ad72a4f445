/** Validation of the contact form, shared by browser and server. */

import { z } from 'zod';
import { TOPICS } from './message-labels.ts';

export const MAX_MESSAGE_LENGTH = 5_000;
const MAX_EMAIL_LENGTH = 254;
/** At least one visible character: combining marks and spaces alone do not count. */
const VISIBLE_CHARACTER = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the schema of a multi-line text: NFC, LF line breaks, trimmed, 1 to `maxLength` characters. `required`: message for an empty text. */
export function multilineText(maxLength: number, required: string) {
  return z
    .string({ error: required })
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .superRefine((text, context) => {
      if (!text.isWellFormed() || /[^\P{Cc}\n\t]/u.test(text)) context.addIssue('This text contains an invalid character.');
      else if (!VISIBLE_CHARACTER.test(text)) context.addIssue(required);
      else if (Array.from(text).length > maxLength) context.addIssue(`Must be ${maxLength.toLocaleString('en')} characters or fewer.`);
    });
}

export const TopicField = z.enum(TOPICS, { error: 'Choose a topic.' });
export const MessageField = multilineText(MAX_MESSAGE_LENGTH, 'Please write your message.');
export const INVALID_EMAIL = 'Enter a valid email address, or leave the field empty.';

/** Browser-side validation. The server parses email addresses more strictly. */
export const ContactFields = z.object({
  topic: TopicField,
  message: MessageField,
  email: z
    .string()
    .trim()
    .refine((email) => email === '' || (email.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+$/.test(email)), INVALID_EMAIL),
});
