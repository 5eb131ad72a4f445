/** Shows emails that were written to files, during development. */

import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { type Eml, parseEml } from './parse-eml.ts';

const STYLES = `:root { color-scheme: light dark; }
body { max-width: 48rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 Georgia, serif; }
h1, h2 { font-weight: 400; }
li { margin-block: 0.5rem; }
li span { display: block; opacity: 0.8; }
iframe { width: 100%; height: 46rem; border: 1px solid; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid; padding: 1rem; }
dt { font-weight: 700; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
`;

const COMMON = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };
const PAGE_POLICY = [
  "default-src 'none'; style-src 'self'; frame-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

/** Emails run nothing, load nothing and have no access to this site; links open in a new window. */
const EMAIL_POLICY = [
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/**
 * Routes for the emails in `folder`, mounted at `basePath`. For development only, as the emails contain login links: served to this
 * machine alone and not through a proxy; everyone else gets 404.
 */
export function devMailRoutes({ folder, basePath }: { folder: string; basePath: string }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    if (!isLocalRequest(c)) throw notFound();
    await next();
  });
  app.get('/', async (c) =>
    c.html(renderList(basePath, await listDevMail(folder)), 200, { ...COMMON, 'Content-Security-Policy': PAGE_POLICY }),
  );
  app.get('/style.css', (c) => c.body(STYLES, 200, { ...COMMON, 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/:id', async (c) => {
    const email = await getEmail(c.req.param('id'));
    return c.html(renderEmail(basePath, email), 200, { ...COMMON, 'Content-Security-Policy': PAGE_POLICY });
  });
  app.get('/:id/html', async (c) => {
    const { eml } = await getEmail(c.req.param('id'));
    return c.html(eml.html, 200, { ...COMMON, 'Content-Security-Policy': EMAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN' });
  });
  return app;

  async function getEmail(id: string) {
    const eml = await findDevMail(folder, id);
    if (eml === undefined) throw notFound();
    return { id, eml };
  }
}

/**
 * Whether both the client and the requested host are this machine: another site could point its own name at our address (DNS rebinding).
 * Proxied requests are refused, as a proxy makes every client look local.
 */
function isLocalRequest(c: Context<AppEnv>): boolean {
  if (c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined || c.req.header('via') !== undefined)
    return false;
  const name = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
  return isLoopback(c.env.incoming.socket.remoteAddress ?? '') && (name === 'localhost' || isLoopback(name));
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** File names are email ids (UUIDv7), so their order is that of time. */
const FILE_NAME = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.eml$/;
const MAX_BYTES = 1_000_000;
const MAX_EMAILS = 200;

/** Returns the newest 200 emails, newest first. */
async function listDevMail(folder: string): Promise<{ id: string; eml: Eml }[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []);
  const newest = ids.sort().reverse().slice(0, MAX_EMAILS);
  const emails = await Promise.all(newest.map(async (id) => ({ id, eml: await findDevMail(folder, id) })));
  return emails.flatMap(({ id, eml }) => (eml === undefined ? [] : [{ id, eml }]));
}

/** Returns the email with this id; undefined if the id is invalid or names no plain file. */
async function findDevMail(folder: string, id: string): Promise<Eml | undefined> {
  const name = `${id}.eml`;
  if (!FILE_NAME.test(name)) return undefined;
  // Symlinks could lead out of the folder.
  const file = await open(path.join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    return size > MAX_BYTES ? undefined : parseEml(await file.readFile());
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** HTML pages of the development mailbox, without scripts. */
type Html = ReturnType<typeof html>;
type StoredEmail = { id: string; eml: Eml };

/** `basePath`: path the routes are mounted at. */
function renderList(basePath: string, emails: readonly StoredEmail[]): Html {
  const rows = emails.map(
    ({ id, eml }) => html`<li><a href="${basePath}/${id}">${header(eml, 'Subject')}</a>
<span>to <bdi>${header(eml, 'To')}</bdi>, ${header(eml, 'Date')}</span></li>`,
  );
  return renderPage(
    basePath,
    'Emails',
    html`<h1>Emails</h1>
${emails.length === 0 ? html`<p>No emails yet. Emails sent without a mail server appear here; reload this page.</p>` : html`<ol>${rows}</ol>`}`,
  );
}

function renderEmail(basePath: string, { id, eml }: StoredEmail): Html {
  const headers = eml.headers.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`);
  return renderPage(
    basePath,
    header(eml, 'Subject'),
    html`<p><a href="${basePath}">Emails</a></p>
<h1>${header(eml, 'Subject')}</h1>
<p>to <bdi>${header(eml, 'To')}</bdi></p>
<iframe title="Email" src="${basePath}/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text</h2>
<pre>${linked(eml.text)}</pre>
<h2>Headers</h2>
<dl>${headers}</dl>`,
  );
}

function renderPage(basePath: string, title: string, content: Html): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} &middot; Talewood in development</title>
<link rel="stylesheet" href="${basePath}/style.css">
</head>
<body><main>
${content}
</main></body>
</html>`;
}

function header({ headers }: Eml, wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? '';
}

/** Returns the text with its URLs as links. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
