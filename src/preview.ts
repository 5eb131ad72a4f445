/**
 * Tales before they are public: for who has a secret link, and for editors by the tale's id. Nothing of it is kept by any cache, ours
 * or others'.
 */
import { type Context, Hono } from 'hono';
import { type Guards, tooMany } from '#src/features/accounts/accounts.ts';
import { answerDrawnCover } from '#src/features/covers/routes.ts';
import { findTaleForPreview, type PreviewedTale } from '#src/features/tales/tales.ts';
import { findPreview } from '#src/features/versions/versions.ts';
import { notFound } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { consumeAll, giveBackAll, networkLimits } from '#src/platform/limits/limits.ts';
import { urls } from '#src/urls.ts';
import type { PageDeps } from './pages.ts';

/** Links that led nowhere, of one network. */
const GUESSES = { points: 60, windowSeconds: 15 * 60 };
const SECRET = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** In the place of the token: the id of a tale, which opens it to editors alone. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function previewRoutes({ db, draw, publicUrl, files, isLetterClosed, guards }: PageDeps & { guards: Guards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/preview/:token', async (c) => {
    const token = c.req.param('token');
    const found = await find(c, token);
    if (found?.isPublic === true) return c.redirect(urls.tale(found.tale.slug), 302);
    const shown = found && { tale: withCover(found, token), isForEditors: ID.test(token) };
    const html = draw.renderPreview(shown, { publicUrl, files, isLetterClosed, now: new Date().toISOString() });
    return c.html(html, found === null ? 404 : 200, SECRET);
  });

  app.get('/preview/:token/cover.svg', async (c) => {
    const found = await find(c, c.req.param('token'));
    if (found === null) throw notFound();
    return answerDrawnCover(c, { title: found.tale.title, category: found.palette }, SECRET);
  });

  return app;

  /** Throws 429 for a network that has tried too many links; those that lead somewhere do not count. */
  async function find(c: Context<AppEnv>, token: string): Promise<PreviewedTale | null> {
    if (ID.test(token)) return (await guards.find(c))?.role === 'admin' ? findTaleForPreview(db, token) : null;
    if (!/^[\w-]{43}$/.test(token)) return null;
    const limits = networkLimits('preview network', exchangeOf(c).clientAddress(), GUESSES);
    const { isAllowed, retryAfterSeconds } = await consumeAll(db, limits);
    if (!isAllowed) throw tooMany(retryAfterSeconds);
    const id = await findPreview(db, token);
    if (id === undefined) return null;
    await giveBackAll(db, limits);
    return findTaleForPreview(db, id);
  }
}

/** The drawings of tales that are not public are shown to nobody at their own addresses. */
function withCover({ tale, hasPicture }: PreviewedTale, token: string): PreviewedTale['tale'] {
  return hasPicture ? tale : { ...tale, coverImage: urls.previewCover(token) };
}
