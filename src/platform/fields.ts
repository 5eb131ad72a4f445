/** Fields of forms, as schemas: what may be said in them, with the sentences for people. */
import { z } from 'zod';
import { isBlank, isBroken } from './text.ts';

/** Text in NFC that Postgres can keep, without white space at its ends. `message` is for a value that is no text. */
export const words = (message = 'This must be text') =>
  z
    .string({ error: message })
    .refine((text) => !isBroken(text), { error: 'This text has characters that cannot be stored', abort: true })
    .transform((text) => text.normalize('NFC').trim());

/** A line of text of at most `most` code points. */
export const line = (most: number, message?: string) =>
  words(message)
    .refine((text) => !/\p{Cc}/u.test(text), 'Line breaks and control characters are not allowed')
    .refine((text) => [...text].length <= most, `At most ${most} characters`);

/** The same, and something must be seen of it. */
export const required = (message: string, most: number) => line(most, message).refine((text) => !isBlank(text), message);

/** Paragraphs: text with line breaks, of at most `most` code points. */
export const paragraphs = (most: number) =>
  words()
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), 'Control characters are not allowed')
    .refine((text) => [...text].length <= most, `At most ${most.toLocaleString('en')} characters`);

/** A part of an address, of at most `most` characters. */
export const slug = (most: number) =>
  z
    .string('This must be text')
    .max(most, `At most ${most} characters`)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An address is made of small letters, digits and single hyphens');
