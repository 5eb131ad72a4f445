/** The API of the image library, below /api/v1/admin. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { readBytes } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import type { FileTypes } from '#src/platform/http/same-origin.ts';
import { changePicture, removePicture, replacePicture } from './change-picture.ts';
import { Picture, PictureChange, PicturePage, PictureQuery, PictureWithUses } from './contract.ts';
import { getPictureWithUses, listPictures } from './list-pictures.ts';
import { createOpenPicture, type OpenPicture } from './open-picture.ts';
import { KINDS, nameOfFile, SUPPORTED_TYPES } from './picture-files.ts';
import { type MediaDeps, type SentFile, uploadPicture } from './upload-picture.ts';

const Id = z.strictObject({ id: z.uuid() });
const FileName = z.strictObject({ name: z.string().max(500).default('') });
const PICTURE_TYPES = Object.keys(KINDS);
const UPLOAD_ERRORS = {
  413: 'Larger than 8 MB',
  415: 'Not a JPEG, PNG, WebP or AVIF image, or its Content-Type is wrong',
  422: 'Animated, damaged, or more than 40 million pixels',
  503: 'Too many uploads at once, or the object store is unavailable',
  507: 'The object store is full; nothing was saved',
};

/** Types of files accepted at this path, for the guard of the whole API. */
export function takesPictures(path: string): FileTypes | undefined {
  if (!/^\/api\/v1\/admin\/media(?:\/[^/]+\/file)?$/.test(path)) return undefined;
  return { begin: 'image/', refusal: `This file is not an image. ${SUPPORTED_TYPES}` };
}

/** `openPicture`: for tests. */
export function mediaEndpoints({
  db,
  store,
  updateTale,
  openPicture = createOpenPicture(),
}: Omit<MediaDeps, 'openPicture'> & { openPicture?: OpenPicture }): Endpoint<Editor>[] {
  const deps = { db, store, openPicture, updateTale };
  return [
    endpoint({
      id: 'listMedia',
      method: 'GET',
      path: '/media',
      summary: 'List images',
      description: 'Images of the media library, newest first. `q` searches name, alt text and credit.',
      query: PictureQuery,
      response: PicturePage,
      run: ({ query }) => listPictures(db, query),
    }),
    endpoint<Editor, typeof Empty, typeof FileName, z.ZodUndefined, typeof Picture>({
      id: 'uploadMedia',
      method: 'POST',
      path: '/media',
      summary: 'Upload an image',
      description:
        'The body is the file itself, at most 8 MB and 40 million pixels. 201 for a new image, 200 if the library already has it.',
      query: FileName,
      requestTypes: PICTURE_TYPES,
      response: Picture,
      status: 201,
      errors: UPLOAD_ERRORS,
      run: async ({ c, asker, query }) => {
        const { picture, isKnown } = await uploadPicture(deps, asker, await sentFile(c, query.name));
        return isKnown ? c.json(picture, 200) : picture;
      },
    }),
    endpoint({
      id: 'getMedia',
      method: 'GET',
      path: '/media/{id}',
      summary: 'Get an image',
      description: 'One image and the tales that use it (at most 100).',
      params: Id,
      response: PictureWithUses,
      run: ({ params }) => getPictureWithUses(db, params.id),
    }),
    endpoint({
      id: 'updateMedia',
      method: 'PATCH',
      path: '/media/{id}',
      summary: 'Update an image',
      description: 'Changes name, alt text, credit or focal point. Covers that show the image follow its focal point.',
      params: Id,
      body: PictureChange,
      response: Picture,
      errors: { 409: 'A tale that uses it is being changed; try again' },
      run: ({ asker, params, body }) => changePicture(deps, asker, params.id, body),
    }),
    endpoint({
      id: 'deleteMedia',
      method: 'DELETE',
      path: '/media/{id}',
      summary: 'Delete an image',
      description: 'Deletes an image that no tale uses.',
      params: Id,
      errors: { 409: 'Tales use it; `detail` names them' },
      run: async ({ asker, params }) => {
        await removePicture(db, asker, params.id);
        return undefined;
      },
    }),
    endpoint<Editor, typeof Id, typeof FileName, z.ZodUndefined, typeof Picture>({
      id: 'replaceMediaFile',
      method: 'PUT',
      path: '/media/{id}/file',
      summary: 'Replace the file of an image',
      description: 'Replaces the file wherever the image is used. The body is the file itself.',
      params: Id,
      query: FileName,
      requestTypes: PICTURE_TYPES,
      response: Picture,
      errors: { ...UPLOAD_ERRORS, 409: 'The library already has this file as another image' },
      run: async ({ c, asker, params, query }) => replacePicture(deps, asker, params.id, await sentFile(c, query.name)),
    }),
  ];
}

const Empty = z.strictObject({});

async function sentFile(c: Context<AppEnv>, name: string): Promise<SentFile> {
  return { bytes: await readBytes(c), declared: c.req.header('content-type') ?? '', name: nameOfFile(name) };
}
