import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createGuards } from '#src/features/accounts/guards.ts';
import type { Picture } from '#src/features/media/contract.ts';
import { cleanPicture } from '#src/features/media/encode/clean-picture.ts';
import { encodePicture } from '#src/features/media/encode/encode-picture.ts';
import { mediaEndpoints, takesPictures } from '#src/features/media/media-endpoints.ts';
import { mediaRoutes } from '#src/features/media/media-routes.ts';
import { createOpenPicture } from '#src/features/media/open-picture.ts';
import { updateTale } from '#src/features/tales/tales.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';
import { addUser, type TestUser } from './users.ts';

/** The media API, with a store in a temporary folder and a logged-in editor; and generated images. */

const publicUrl = 'http://localhost:3000';

type SendOptions = { as?: Pick<TestUser, 'cookie'>; type?: string; headers?: Record<string, string> };

/**
 * `wrap` replaces the store. `isQuick` encodes images in this process, for tests about other things: starting a process for each takes most
 * of a second.
 */
export async function openPictures(database: TestDatabase, { wrap = (store: ObjectStore) => store, isQuick = false } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-pictures-'));
  const store = wrap(openFolderStore(path.join(folder, 'media')));
  const editor = await addUser(database.pool, { name: 'Hans Christian', role: 'admin' });
  const guards = createGuards({ db: database.db, publicUrl });
  const { app } = createTestApp({
    database,
    mount: (site) => {
      site.route('/media', mediaRoutes({ ...database, store }));
      const { db } = database;
      site.use('/api/v1/admin/*', sameOrigin(publicUrl, { takesFiles: takesPictures }));
      const openPicture = createOpenPicture(isQuick ? cleanPicture : encodePicture);
      site.route('/api/v1/admin', endpointRoutes(mediaEndpoints({ db, store, openPicture, updateTale }), guards.editor));
    },
  });

  /** Sends a request. `body`: bytes, or a value to send as JSON. */
  async function ask<Body = Picture>(method: string, path: string, body?: unknown, { as = editor, type, headers = {} }: SendOptions = {}) {
    const isFile = body instanceof Uint8Array;
    const contentType = body === undefined ? {} : { 'content-type': type ?? (isFile ? 'image/png' : 'application/json') };
    const sent = isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);
    const response = await app.request(`/api/v1/admin${path}`, {
      method,
      headers: { cookie: as.cookie, origin: publicUrl, accept: 'application/json', ...contentType, ...headers },
      ...(body !== undefined && { body: sent }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body & { code?: string; detail?: string } };
  }

  return {
    app,
    ask,
    editor,
    folder: path.join(folder, 'media'),
    store,
    upload: (bytes: Uint8Array, name = 'a picture.png', options: SendOptions = {}) =>
      ask('POST', `/media?${new URLSearchParams({ name })}`, bytes, options),
    rows: async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export type TestPictures = Awaited<ReturnType<typeof openPictures>>;

let made = 0;

/** Returns an image in one colour, different for each call. */
export function plain(width: number, height: number): Sharp {
  made += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: made % 256, g: (made * 7) % 256, b: (made * 31) % 256 } } });
}
