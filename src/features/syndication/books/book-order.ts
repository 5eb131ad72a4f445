import type { Context } from 'hono';
import { z } from 'zod';
import { Slug } from '#src/features/tales/contract.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { isForm, parseBody, readText, readUnparsed } from '#src/platform/http/read-body.ts';
import { isBroken } from '#src/platform/text.ts';
import { MOST_IN_BOOK } from './book-names.ts';

const LONGEST_TITLE = 200;

const BookOrder = z.strictObject({
  title: z
    .string()
    .transform((title) =>
      title
        .normalize('NFC')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .refine((title) => [...title].length <= LONGEST_TITLE && !isBroken(title), 'The title of a book has at most 200 characters.')
    .transform((title) => title || 'My tales')
    .default('My tales'),
  slugs: z.array(Slug).min(1, 'A book has at least one tale.').max(MOST_IN_BOOK, `A book has at most ${MOST_IN_BOOK} tales.`),
});
export type BookOrder = z.infer<typeof BookOrder>;

/**
 * Reads which tales are wanted in a book: JSON, or a form with `slug` once for each tale (or `slugs`, divided by blanks or commas) and
 * `title`. Throws 400 for what cannot be read, 422 by field for what cannot be a book.
 */
export async function readBookOrder(c: Context<AppEnv>): Promise<BookOrder> {
  return parseBody(BookOrder, isForm(c) ? await readForm(c) : await readUnparsed(c));
}

async function readForm(c: Context<AppEnv>): Promise<unknown> {
  const fields = new URLSearchParams(await readText(c));
  const slugs = [...fields.getAll('slug'), ...fields.getAll('slugs')]
    .flatMap((value) => value.split(/[\s,]+/))
    .filter((slug) => slug !== '');
  return { slugs, title: fields.get('title') ?? undefined };
}
