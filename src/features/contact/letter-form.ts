/** The form of the contact page and how it is judged, in the browser and on the server. Browser-safe. */
import { z } from 'zod';
import { TOPICS } from './topics.ts';

export const MOST_CHARACTERS = 5_000;
const EMAIL_MAX = 254;
/** Something that can be seen; marks and spaces alone cannot. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A text of several lines: in NFC, with line feeds alone, trimmed. `most`: characters. */
export function linesField(most: number, missing: string) {
  return z
    .string({ error: missing })
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .superRefine((text, context) => {
      if (!text.isWellFormed() || /[^\P{Cc}\n\t]/u.test(text)) context.addIssue('This text has a character that cannot be kept.');
      else if (!SEEN.test(text)) context.addIssue(missing);
      else if (Array.from(text).length > most) context.addIssue(`Please use at most ${most.toLocaleString('en')} characters.`);
    });
}

export const TopicField = z.enum(TOPICS, { error: 'Please choose what it is about.' });
export const MessageField = linesField(MOST_CHARACTERS, 'Please write your message.');
export const NO_ADDRESS = 'Please enter a valid e-mail address, or leave the field empty.';

/** What the browser judges before it sends; the server reads addresses strictly. The tale is no field that can be wrong. */
export const LetterForm = z.object({
  topic: TopicField,
  message: MessageField,
  email: z
    .string()
    .trim()
    .refine((email) => email === '' || (email.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+$/.test(email)), NO_ADDRESS),
});
