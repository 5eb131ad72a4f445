/** The mails that became files, shown in the browser while one works on the site. */
import { isIP } from 'node:net';
import { type Context, Hono } from 'hono';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { findInOutbox, listOutbox } from './outbox-files.ts';
import { drawList, drawMail, STYLES } from './outbox-pages.ts';

const COMMON = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };
const PAGE_POLICY = [
  "default-src 'none'; style-src 'self'; frame-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');
/** A mail runs nothing, loads nothing, and knows nothing of this site; its links open in windows of their own. */
const MAIL_POLICY = [
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/**
 * The pages of `folder`, mounted at `place`; for development only: the mails hold links that let someone in. They are shown to
 * this very machine alone, and not through a proxy, for which everyone else gets the 404 of a page that is not there.
 */
export function outboxRoutes({ folder, place }: { folder: string; place: string }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    if (!isFromHere(c)) throw notFound();
    await next();
  });
  app.get('/', async (c) => c.html(drawList(place, await listOutbox(folder)), 200, { ...COMMON, 'Content-Security-Policy': PAGE_POLICY }));
  app.get('/style.css', (c) => c.body(STYLES, 200, { ...COMMON, 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/:id', async (c) => {
    const mail = await getMail(c.req.param('id'));
    return c.html(drawMail(place, mail), 200, { ...COMMON, 'Content-Security-Policy': PAGE_POLICY });
  });
  app.get('/:id/html', async (c) => {
    const { eml } = await getMail(c.req.param('id'));
    return c.html(eml.html, 200, { ...COMMON, 'Content-Security-Policy': MAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN' });
  });
  return app;

  async function getMail(id: string) {
    const eml = await findInOutbox(folder, id);
    if (eml === undefined) throw notFound();
    return { id, eml };
  }
}

/**
 * The other end of the connection is this machine, and so is the name that was asked for: a page elsewhere can give a name of its own
 * our address (DNS rebinding). A proxy would make everyone look as if they were here.
 */
function isFromHere(c: Context<AppEnv>): boolean {
  if (c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined || c.req.header('via') !== undefined)
    return false;
  const name = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
  return isLoopback(c.env.incoming.socket.remoteAddress ?? '') && (name === 'localhost' || isLoopback(name));
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
