/** Serves image files, mounted at /media. Addresses contain a hash of the content, so that they can be cached without expiry. */
import { buffer } from 'node:stream/consumers';
import { type Context, Hono } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { matchesTag } from '#src/platform/http/cached-response.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import type { ObjectStore, StoredObject } from '#src/platform/objects/object-store.ts';
import { pictureOf, widthsOf } from '#src/ui/picture.ts';
import { expectFile } from './stored-files.ts';

const FOLDER = /^[0-9a-f]{20}-([1-9]\d{0,3})x[1-9]\d{0,3}$/;
const FILE = /^([1-9]\d{0,3})\.(avif|webp)$/;
/** Opened directly, an image is a document: forbid scripts and subresources. */
const POLICY = "default-src 'none'; sandbox";

export function mediaRoutes({ db, store }: { db: Db; store: ObjectStore }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:folder/:file', async (c) => {
    const { folder, file } = c.req.param();
    const format = formatOf(folder, file);
    if (format === undefined) throw notFound();
    const key = `${folder}/${file}`;
    const headers = headersFor(folder, file);
    if (matchesTag(c.req.header('if-none-match') ?? '', [headers.ETag as string])) {
      if (await store.has(key, expectFile(db, key))) return c.body(null, 304, headers);
      throw notFound();
    }
    return answer(c, await store.get(key, expectFile(db, key)), { ...headers, 'Content-Type': `image/${format}` });
  });
  return app;
}

async function answer(c: Context, found: StoredObject | undefined, headers: Record<string, string>): Promise<Response> {
  if (found === undefined) throw notFound();
  const all = { ...headers, 'Content-Length': String(found.size) };
  if (c.req.method !== 'HEAD') return c.body(found.body, 200, all);
  await found.body.cancel();
  return c.body(null, 200, all);
}

/** Only the widths stored for an image of this size. */
function formatOf(folder: string, file: string): string | undefined {
  const [, own] = FOLDER.exec(folder) ?? [];
  const [, width, format] = FILE.exec(file) ?? [];
  return own !== undefined && width !== undefined && widthsOf(Number(own)).includes(Number(width)) ? format : undefined;
}

function headersFor(folder: string, file: string): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${folder}-${file}"`,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Returns an image of the library as WebP, at least `least` pixels wide if available; undefined if it does not exist. */
export async function readPicture(
  { db, store }: { db: Db; store: ObjectStore },
  address: string,
  minWidth = 960,
): Promise<Buffer | undefined> {
  const own = pictureOf(address);
  if (own === undefined) return undefined;
  const width = widthsOf(own.width).find((each) => each >= minWidth) ?? own.width;
  const key = own.src.replace(/^\/media\//, '').replace(/\d+\.webp$/, `${width}.webp`);
  const found = await store.get(key, expectFile(db, key));
  return found && buffer(found.body);
}
