/** A tale to take away: as EPUB, and as plain text. */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { findBookTale, findTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { type AnswerBook, answerFresh, judge } from './answer-book.ts';
import type { Book, BookTale } from './contract.ts';
import { attachment } from './file-name.ts';
import { taleText } from './text/tale-text.ts';

/** `counted` is told of each answer, with the id of its tale. */
type EpubRoutesDeps = { db: Db; publicUrl: string; answerBook: AnswerBook; counted?: CountDownload };
type CountDownload = (c: Context<AppEnv>, answer: Response, tale: string) => Response;

const TEXTS = { points: 600, windowSeconds: 600 };
const FOR_ALL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** Only tales that readers may see; an old address leads to the new one. */
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
      'Cache-Control': FOR_ALL,
      'X-Content-Type-Options': 'nosniff',
    };
    const fresh = answerFresh(c, headers, found.updatedAt);
    if (fresh !== undefined) return fresh;
    await judge(c, db, 'text', TEXTS);
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

function bookOfTale(tale: BookTale, publicUrl: string): Book {
  return {
    identifier: `urn:uuid:${tale.id}`,
    title: tale.title,
    language: tale.language,
    creators: [tale.author],
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
