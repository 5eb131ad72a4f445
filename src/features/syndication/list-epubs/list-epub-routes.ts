import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Book } from '#src/features/epub/contract.ts';
import { Slug } from '#src/features/tales/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { isForm, parseBody, readFormOrJson, readText } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';
import { urls } from '#src/urls.ts';
import { parseListName } from '../list-names.ts';
import { listBook, MAX_IN_BOOK, shelfBook } from './list-epub.ts';

/**
 * `answerBook` responds with the EPUB and enforces rate limits; `isPrivate` excludes shared caches. `publicUrl` has no trailing slash.
 */
export type BookDeps = {
  db: Db;
  publicUrl: string;
  answerBook: (c: Context<AppEnv>, book: Book, how?: { isPrivate?: boolean }) => Response | Promise<Response>;
  /** The cover shows the title of a shelf only to logged-in users. */
  isSignedIn: (c: Context<AppEnv>) => Promise<boolean>;
  /** Called with each response, to count downloads. */
  counted?: (c: Context<AppEnv>, answer: Response) => Response;
};

/** EPUBs of lists (the URL of the page with .epub) and of chosen tales. */
export function bookRoutes({ db, publicUrl: site, answerBook, isSignedIn, counted = (_, answer) => answer }: BookDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const pattern of ['/:list{tales\\.epub}', '/:kind{(?:categories|author|collections)}/:list{[a-z0-9-]+\\.epub}']) {
    app.get(pattern, async (c) => {
      const { pathname, searchParams } = new URL(c.req.url);
      const name = parseListName(pathname.replace(/\.epub$/, ''), searchParams);
      if (name === undefined) throw notFound();
      return counted(c, await answerBook(c, await listBook(db, name, site)));
    });
  }
  // It changes nothing, but other sites must not make their visitors trigger expensive work.
  app.post(urls.books(), sameOrigin(site), async (c) => {
    const book = await shelfBook(db, { ...(await readBookOrder(c)), isTitled: await isSignedIn(c) }, site);
    return counted(c, await answerBook(c, book, { isPrivate: true }));
  });
  return app;
}

const MAX_TITLE_LENGTH = 200;

const BookOrder = z.strictObject({
  title: z
    .string()
    .transform((title) =>
      title
        .normalize('NFC')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .refine(
      (title) => [...title].length <= MAX_TITLE_LENGTH && !hasLoneSurrogate(title),
      `Must be ${MAX_TITLE_LENGTH} characters or fewer.`,
    )
    .transform((title) => title || 'My tales')
    .default('My tales'),
  /** Adds the discussion questions of each tale. */
  questions: z.boolean().default(false),
  slugs: z.array(Slug).min(1, 'Choose at least one tale.').max(MAX_IN_BOOK, `Must be ${MAX_IN_BOOK} tales or fewer.`),
});
export type BookOrder = z.infer<typeof BookOrder>;

/**
 * Parses the requested tales and title: JSON, or a form with `slug` for each tale (or `slugs`, separated by spaces or commas), `title`, and
 * `questions` if they are wanted.
 * @throws AppError 400 for an unreadable body, 422 by field for invalid values
 */
export async function readBookOrder(c: Context<AppEnv>): Promise<BookOrder> {
  return parseBody(BookOrder, isForm(c) ? await readForm(c) : await readFormOrJson(c));
}

async function readForm(c: Context<AppEnv>): Promise<unknown> {
  const fields = new URLSearchParams(await readText(c));
  const slugs = [...fields.getAll('slug'), ...fields.getAll('slugs')]
    .flatMap((value) => value.split(/[\s,]+/))
    .filter((slug) => slug !== '');
  return { slugs, title: fields.get('title') ?? undefined, questions: fields.has('questions') };
}
