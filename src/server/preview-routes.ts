/** Previews of unpublished tales: with a secret link, or for editors by the tale's id. Never cached. */

import { type Context, Hono } from 'hono';
import { type Guards, tooManyRequests } from '#src/features/accounts/accounts.ts';
import { answerDrawnCover } from '#src/features/covers/routes.ts';
import { findPreviewedTaleId } from '#src/features/tales/admin/previews/preview-links.ts';
import { findTaleForPreview, type PreviewedTale } from '#src/features/tales/tales.ts';
import { can } from '#src/permissions.ts';
import { notFound } from '#src/platform/errors.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { consumeAll, refundAll, subnetLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { type PageDeps, renderOptions } from './page-routes.ts';

/** Invalid preview links per subnet. */
const GUESSES = { points: 60, windowSeconds: 15 * 60 };
const SECRET = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** A tale's id instead of a token; for editors only. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function previewRoutes({ db, renderer, guards, ...rest }: PageDeps & { guards: Guards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/preview/:token', async (c) => {
    const token = c.req.param('token');
    const found = await find(c, token);
    if (found?.isPublic === true) return c.redirect(urls.tale(found.tale.slug), 302);
    const shown = found && { tale: withCover(found, token), isForEditors: ID.test(token) };
    const html = renderer.renderPreview(shown, renderOptions(rest));
    return c.html(html, found === null ? 404 : 200, SECRET);
  });

  app.get('/preview/:token/cover.svg', async (c) => {
    const found = await find(c, c.req.param('token'));
    if (found === null) throw notFound();
    return answerDrawnCover(c, { title: found.tale.title, category: found.palette }, SECRET);
  });

  return app;

  /** @throws AppError 429 after too many invalid links from a subnet; valid links do not count */
  async function find(c: Context<AppEnv>, token: string): Promise<PreviewedTale | null> {
    if (ID.test(token)) return can((await guards.find(c))?.role, 'editTales') ? findTaleForPreview(db, token) : null;
    if (!/^[\w-]{43}$/.test(token)) return null;
    const limits = subnetLimits('preview network', getRequestContext(c).clientAddress(), GUESSES);
    const { isAllowed, retryAfterSeconds } = await consumeAll(db, limits);
    if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
    const id = await findPreviewedTaleId(db, token);
    if (id === undefined) return null;
    await refundAll(db, limits);
    return findTaleForPreview(db, id);
  }
}

/** Covers of unpublished tales are not available at their public URLs. */
function withCover({ tale, hasPicture }: PreviewedTale, token: string): PreviewedTale['tale'] {
  return hasPicture ? tale : { ...tale, coverImage: urls.previewCover(token) };
}
