/** Schemas of form fields, with messages for users. */
import { z } from 'zod';
import { hasLoneSurrogate, isBlank } from './text.ts';

/** Trimmed text in NFC that Postgres can store. `message`: for values that are not strings. */
export const textField = (message = 'Must be text') =>
  z
    .string({ error: message })
    .refine((text) => !hasLoneSurrogate(text), { error: 'This text contains an invalid character', abort: true })
    .transform((text) => text.normalize('NFC').trim());

/** A line of text of at most `most` code points. */
export const lineField = (most: number, message?: string) =>
  textField(message)
    .refine((text) => !/\p{Cc}/u.test(text), 'Must be a single line without control characters')
    .refine((text) => [...text].length <= most, `Must be ${most} characters or fewer`);

/** A line of text that is not blank. */
export const required = (message: string, most: number) => lineField(most, message).refine((text) => !isBlank(text), message);

/** Text with line breaks, of at most `most` code points. */
export const paragraphField = (most: number) =>
  textField()
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), 'Control characters are not allowed')
    .refine((text) => [...text].length <= most, `Must be ${most.toLocaleString('en')} characters or fewer`);

/** A slug of at most `most` characters. */
export const slug = (most: number) =>
  z
    .string('Must be text')
    .max(most, `Must be ${most} characters or fewer`)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens');
