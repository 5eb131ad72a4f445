/** The API of the library of pictures, below /api/v1/admin. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { readBytes } from '#src/platform/http/read-body.ts';
import type { FileTypes } from '#src/platform/http/same-origin.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { changePicture, removePicture, replacePicture } from './change-picture.ts';
import { Picture, PictureChange, PicturePage, PictureQuery, PictureWithUses } from './contract.ts';
import { getPictureWithUses, listPictures } from './list-pictures.ts';
import { createOpenPicture, type OpenPicture } from './open-picture.ts';
import { KINDS, nameOfFile, TAKEN } from './picture-files.ts';
import { type SentFile, uploadPicture } from './upload-picture.ts';

const Id = z.strictObject({ id: z.uuid() });
const FileName = z.strictObject({ name: z.string().max(500).default('') });
const PICTURE_TYPES = Object.keys(KINDS);
const NOT_TAKEN = {
  413: 'More than 8 MB',
  415: 'No JPEG, PNG, WebP or AVIF, or not what its Content-Type says',
  422: 'It moves, is damaged, or has more than 40 million pixels',
  503: 'Too many pictures at once, or the store cannot be reached',
  507: 'The store is full; nothing was kept',
};

/** What files may be sent to this path, for the guard of the whole API. */
export function takesPictures(path: string): FileTypes | undefined {
  if (!/^\/api\/v1\/admin\/media(?:\/[^/]+\/file)?$/.test(path)) return undefined;
  return { begin: 'image/', refusal: `This file is no picture. ${TAKEN}` };
}

/** `openPicture`: for tests. */
export function mediaEndpoints({
  db,
  store,
  openPicture = createOpenPicture(),
}: {
  db: Db;
  store: ObjectStore;
  openPicture?: OpenPicture;
}): Endpoint<Editor>[] {
  const deps = { db, store, openPicture };
  return [
    endpoint({
      method: 'GET',
      path: '/media',
      summary: 'Pictures of the library, newest first; of those whose name, alt text or credit contains `q`',
      query: PictureQuery,
      answer: PicturePage,
      run: ({ query }) => listPictures(db, query),
    }),
    endpoint<Editor, typeof Empty, typeof FileName, z.ZodUndefined, typeof Picture>({
      method: 'POST',
      path: '/media',
      summary:
        'Takes a picture into the library: the body is the file as it is, its Content-Type image/jpeg, png, webp or avif. 200 when it was there already',
      query: FileName,
      takes: PICTURE_TYPES,
      answer: Picture,
      status: 201,
      refusals: NOT_TAKEN,
      run: async ({ c, asker, query }) => {
        const { picture, isKnown } = await uploadPicture(deps, asker, await sentFile(c, query.name));
        return isKnown ? c.json(picture, 200) : picture;
      },
    }),
    endpoint({
      method: 'GET',
      path: '/media/{id}',
      summary: 'A picture, and the tales it is shown in',
      params: Id,
      answer: PictureWithUses,
      run: ({ params }) => getPictureWithUses(db, params.id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/media/{id}',
      summary: 'Changes name, alt text, credit or focal point',
      params: Id,
      body: PictureChange,
      answer: Picture,
      refusals: { 409: 'A tale that shows it changes at the same moment' },
      run: ({ asker, params, body }) => changePicture(db, asker, params.id, body),
    }),
    endpoint({
      method: 'DELETE',
      path: '/media/{id}',
      summary: 'Takes a picture out of the library',
      params: Id,
      refusals: { 409: 'It is shown in tales, which are named' },
      run: async ({ asker, params }) => {
        await removePicture(db, asker, params.id);
        return undefined;
      },
    }),
    endpoint<Editor, typeof Id, typeof FileName, z.ZodUndefined, typeof Picture>({
      method: 'PUT',
      path: '/media/{id}/file',
      summary: 'Puts another file in the place of a picture, wherever it is shown; the body is the file',
      params: Id,
      query: FileName,
      takes: PICTURE_TYPES,
      answer: Picture,
      refusals: { ...NOT_TAKEN, 409: 'The new one is in the library already' },
      run: async ({ c, asker, params, query }) => replacePicture(deps, asker, params.id, await sentFile(c, query.name)),
    }),
  ];
}

const Empty = z.strictObject({});

async function sentFile(c: Context<AppEnv>, name: string): Promise<SentFile> {
  return { bytes: await readBytes(c), declared: c.req.header('content-type') ?? '', name: nameOfFile(name) };
}
