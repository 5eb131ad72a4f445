/** Downloads of a tale as EPUB and as plain text. */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { type AttachedRow, attachedSql, toAttached } from '#src/features/files/attachments/attachments.ts';
import { creditsSql, findTale, isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import type { Book, BookTale } from './contract.ts';
import { type AnswerBook, attachment, limitRate, notModified } from './epub-response.ts';
import { taleText } from './plain-text.ts';

/** `counted` is called with each response and the id of its tale. */
type EpubRoutesDeps = { db: Db; publicUrl: string; answerBook: AnswerBook; counted?: CountDownload };
type CountDownload = (c: Context<AppEnv>, answer: Response, tale: string) => Response;

const TEXTS = { points: 600, windowSeconds: 600 };
const SHARED_CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** Only published tales; former slugs redirect. */
export function epubRoutes({ db, publicUrl, answerBook, counted = (_, answer) => answer }: EpubRoutesDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/tale/:file{[a-z0-9-]+\\.epub}', async (c) => {
    const found = await find(c.req.param('file').slice(0, -'.epub'.length));
    if ('moved' in found) return c.redirect(urls.taleEpub(found.moved), 301);
    return counted(c, await answerBook(c, bookOfTale(found, publicUrl), { version: versionOf(found) }), found.id);
  });

  app.get('/tale/:file{[a-z0-9-]+\\.txt}', async (c) => {
    const found = await find(c.req.param('file').slice(0, -'.txt'.length));
    if ('moved' in found) return c.redirect(urls.taleText(found.moved), 301);
    const headers = {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': attachment(found.title, 'txt'),
      ETag: `W/"${versionOf(found)}"`,
      'Last-Modified': found.updatedAt.toUTCString(),
      Link: `<${publicUrl}${urls.tale(found.slug)}>; rel="canonical"`,
      'Cache-Control': SHARED_CACHE,
      'X-Content-Type-Options': 'nosniff',
    };
    const fresh = notModified(c, headers, found.updatedAt);
    if (fresh !== undefined) return fresh;
    await limitRate(c, db, 'text', TEXTS);
    return counted(c, c.body(taleText(found, publicUrl + urls.tale(found.slug)), 200, headers), found.id);
  });

  return app;

  async function find(slug: string): Promise<BookTale | { moved: string }> {
    const tale = await findBookTale(db, slug);
    if (tale !== null) return tale;
    const other = await findTale(db, slug);
    if (other.kind === 'moved') return { moved: other.slug };
    throw notFound();
  }
}

type BookTaleRow = Omit<BookTale, 'cover' | 'files'> & { files: AttachedRow[]; address: string; palette: string };

/** Returns a public tale with its text as stored; null for a slug that readers may not see. */
async function findBookTale(db: Db, slug: string): Promise<BookTale | null> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 200) return null;
  const { rows } = await sql<BookTaleRow>`
    select t.id, t.slug, t.title, t.author, t.language, t.excerpt, t.content, c.name as "categoryName", t.words, t.source, t.rights, ${creditsSql} as credits,
      t.retold_from as "retoldFrom", t.why_it_matters as "whyItMatters", t.questions, ${attachedSql('tale', sql`t.id`)} as files, t.updated_at as "updatedAt", t.publish_date as "publishedAt", t.cover_image as address, c.palette
    from tales t join categories c on c.id = t.category_id where t.slug = ${slug} and ${isPublic}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { address, palette, files, ...tale } = row;
  return { ...tale, files: toAttached(files), cover: { address, palette } };
}

function bookOfTale(tale: BookTale, publicUrl: string): Book {
  return {
    identifier: `urn:uuid:${tale.id}`,
    title: tale.title,
    language: tale.language,
    creators: [tale.author],
    contributors: tale.credits,
    description: tale.excerpt,
    subjects: [tale.categoryName, 'Fairy tales'],
    modified: tale.updatedAt,
    address: publicUrl + urls.tale(tale.slug),
    tales: [tale],
    facts: [{ slug: tale.slug, title: tale.title, author: tale.author }],
    cover: tale.cover,
  };
}

function versionOf(tale: BookTale): string {
  return hash('sha256', JSON.stringify(tale)).slice(0, 22);
}
