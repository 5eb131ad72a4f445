/** The API of the file library, below /api/v1/admin. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint, withVersion } from '#src/platform/http/endpoint.ts';
import { readIfMatch } from '#src/platform/http/if-match.ts';
import { SearchText } from '#src/platform/http/list-query.ts';
import { parseBody, readBytes } from '#src/platform/http/read-body.ts';
import type { FileTypes } from '#src/platform/http/same-origin.ts';
import {
  CreatedFileLink,
  FILE_ORDERS,
  FileChange,
  FileLink,
  FileListing,
  FileName,
  FileWithUses,
  Folder,
  FolderChange,
  FolderChoices,
  LibraryFile,
  NewFileLink,
  NewFolder,
} from './contract.ts';
import { changeFolder, createFolder, deleteFolder, getFolder, listFolders } from './folders.ts';
import { changeFile, copyFile, deleteFile, getFile, getFileWithUses, listFiles } from './library.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './limits.ts';
import { createLink, listLinks, revokeLink } from './links.ts';
import { type FileDeps, storeFile } from './store-content.ts';
import { isFileUpload, uploadEndpoints } from './upload-endpoints.ts';

const BODY_TYPE = 'application/octet-stream';
const Id = z.strictObject({ id: z.uuid() });
const WithLink = z.strictObject({ id: z.uuid(), link: z.uuid() });

const count = (max: number, fallback: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number <= max, message)
    .default(fallback);

const ListQuery = z.strictObject({
  folder: z.uuid('Unknown folder.').optional().describe('Without it, the folders at the top; with `q`, all folders.'),
  q: SearchText.describe('Searches names in the folder and those in it.'),
  limit: count(MAX_LIMIT, DEFAULT_LIMIT, `The limit must be a number up to ${MAX_LIMIT}.`).describe(
    `Files per page, at most ${MAX_LIMIT}.`,
  ),
  offset: count(100_000, 0, 'The offset must be a number up to 100000.').describe('Number of files to skip.'),
  order: z.enum(FILE_ORDERS, 'Unknown order.').default('name').describe('`name` (default) or `updated`; with `-`, descending.'),
});
const Name = z.string().max(500, 'The name is too long.').describe('Name of the file with its extension.');
const NewFileQuery = z.strictObject({ folder: z.uuid('Unknown folder.').describe('Id of the folder.'), name: Name });
const NameQuery = z.strictObject({ name: Name.optional() });

const CHANGED = { 409: 'The name is taken', 412: 'It has changed since it was read' };
const UPLOAD_ERRORS = {
  404: 'Unknown folder or file',
  409: 'There is already a file of this name in the folder',
  413: 'Larger than 6 MB: use a resumable upload',
  415: 'Not a supported type, or not the type that its name says',
  422: 'Damaged, empty, two types in one file, or a PDF that is encrypted or has scripts or attachments',
  503: 'Too many uploads at once, or the object store is unavailable',
  507: 'The object store is full; nothing was saved',
};

/** Types of files accepted at this path, for the guard of the whole API. */
export function takesLibraryFiles(path: string): FileTypes | undefined {
  if (isFileUpload(path)) return { begin: 'application/offset+octet-stream', refusal: 'Upload parts as application/offset+octet-stream.' };
  return /^\/api\/v1\/admin\/files(?:\/[^/]+\/content)?$/.test(path)
    ? { begin: BODY_TYPE, refusal: `Upload files as ${BODY_TYPE}.` }
    : undefined;
}

export function fileEndpoints(deps: FileDeps & { publicUrl: string }): Endpoint<Editor>[] {
  return [...folderEndpoints(deps.db), ...libraryEndpoints(deps), ...linkEndpoints(deps), ...uploadEndpoints(deps)];
}

function folderEndpoints(db: Db): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'listFolders',
      method: 'GET',
      path: '/folders',
      summary: 'List all folders',
      description: 'All folders with their path, to choose one; at most 2,000.',
      response: FolderChoices,
      run: async () => ({ folders: await listFolders(db) }),
    }),
    endpoint({
      id: 'createFolder',
      method: 'POST',
      path: '/folders',
      summary: 'Create a folder',
      description: 'Creates a folder, up to 8 levels deep.',
      body: NewFolder,
      response: Folder,
      status: 201,
      errors: { 404: 'Unknown parent', 409: 'The name is taken, or there are too many folders or levels' },
      run: async ({ c, caller, body }) => withVersion(c, await createFolder(db, caller, body)),
    }),
    endpoint({
      id: 'getFolder',
      method: 'GET',
      path: '/folders/{id}',
      summary: 'Get a folder',
      description: 'One folder, without its files.',
      params: Id,
      response: Folder,
      run: async ({ c, params }) => withVersion(c, await getFolder(db, params.id)),
    }),
    endpoint({
      id: 'updateFolder',
      method: 'PATCH',
      path: '/folders/{id}',
      summary: 'Update a folder',
      description: 'Renames or moves a folder, or changes who may open its files, at once.',
      params: Id,
      ifMatch: true,
      body: FolderChange,
      response: Folder,
      errors: CHANGED,
      run: async ({ c, caller, params, body }) => withVersion(c, await changeFolder(db, caller, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      id: 'deleteFolder',
      method: 'DELETE',
      path: '/folders/{id}',
      summary: 'Delete a folder',
      description: 'Deletes an empty folder.',
      params: Id,
      ifMatch: true,
      errors: { 409: 'It is not empty', 412: CHANGED[412] },
      run: async ({ c, caller, params }) => {
        await deleteFolder(db, caller, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}

function libraryEndpoints(deps: FileDeps): Endpoint<Editor>[] {
  const { db } = deps;
  return [
    endpoint({
      id: 'listFiles',
      method: 'GET',
      path: '/files',
      summary: 'List files',
      description: 'The files and folders of a folder, or those whose name contains `q`.',
      query: ListQuery,
      response: FileListing,
      run: ({ query: { folder = null, ...query } }) => listFiles(db, { folderId: folder, ...query }),
    }),
    endpoint<Editor, typeof Nothing, typeof NewFileQuery, z.ZodUndefined, typeof LibraryFile>({
      id: 'uploadFile',
      method: 'POST',
      path: '/files',
      summary: 'Upload a file',
      description: 'The body is the file itself, at most 6 MB. Its bytes decide its type.',
      query: NewFileQuery,
      requestTypes: [BODY_TYPE],
      response: LibraryFile,
      status: 201,
      errors: UPLOAD_ERRORS,
      run: async ({ c, caller, query }) => {
        const target = { folderId: query.folder, name: parseName(query.name), replaces: null };
        return withVersion(c, await storeFile(deps, caller, target, await readBytes(c)));
      },
    }),
    endpoint({
      id: 'getFile',
      method: 'GET',
      path: '/files/{id}',
      summary: 'Get a file',
      description: 'A file with the tales and static pages that link to it.',
      params: Id,
      response: FileWithUses,
      run: async ({ c, params }) => withVersion(c, await getFileWithUses(db, params.id)),
    }),
    endpoint({
      id: 'updateFile',
      method: 'PATCH',
      path: '/files/{id}',
      summary: 'Rename or move a file',
      description: 'Its address stays valid; the new folder decides who may open it, at once.',
      params: Id,
      ifMatch: true,
      body: FileChange,
      response: LibraryFile,
      errors: { ...CHANGED, 415: 'The new name has another extension' },
      run: async ({ c, caller, params, body }) => withVersion(c, await changeFile(db, caller, params.id, readIfMatch(c), body)),
    }),
    endpoint<Editor, typeof Id, typeof NameQuery, z.ZodUndefined, typeof LibraryFile>({
      id: 'replaceFile',
      method: 'PUT',
      path: '/files/{id}/content',
      summary: 'Replace a file',
      description:
        'The body is the new file, of the same type; at most 6 MB. The address stays. `name`: of the new file, to check its type.',
      params: Id,
      query: NameQuery,
      ifMatch: true,
      requestTypes: [BODY_TYPE],
      response: LibraryFile,
      errors: { ...UPLOAD_ERRORS, 412: CHANGED[412] },
      run: async ({ c, caller, params, query }) => {
        const { folder_id: folderId, name } = await getFile(db, params.id);
        const replaces = { id: params.id, version: readIfMatch(c) };
        const target = { folderId, name: query.name === undefined ? name : parseName(query.name), replaces };
        return withVersion(c, await storeFile(deps, caller, target, await readBytes(c)));
      },
    }),
    endpoint({
      id: 'copyFile',
      method: 'POST',
      path: '/files/{id}/copy',
      summary: 'Copy a file',
      description: 'Copies a file without its links. By default into the same folder, with a number added to its name if it is taken.',
      params: Id,
      body: FileChange,
      response: LibraryFile,
      status: 201,
      errors: { 409: CHANGED[409], 415: 'The new name has another extension' },
      run: async ({ c, caller, params, body }) => withVersion(c, await copyFile(db, caller, params.id, body)),
    }),
    endpoint({
      id: 'deleteFile',
      method: 'DELETE',
      path: '/files/{id}',
      summary: 'Delete a file',
      description: 'Deletes a file and its temporary links.',
      params: Id,
      ifMatch: true,
      errors: { 412: CHANGED[412] },
      run: async ({ c, caller, params }) => {
        await deleteFile(db, caller, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}

function linkEndpoints(deps: { db: Db; publicUrl: string }): Endpoint<Editor>[] {
  const { db } = deps;
  return [
    endpoint({
      id: 'listFileLinks',
      method: 'GET',
      path: '/files/{id}/links',
      summary: 'List temporary links',
      description: 'Links to a file that have not expired, newest first, without their addresses.',
      params: Id,
      response: z.object({ links: z.array(FileLink) }),
      run: async ({ params }) => ({ links: await listLinks(db, params.id) }),
    }),
    endpoint({
      id: 'createFileLink',
      method: 'POST',
      path: '/files/{id}/links',
      summary: 'Create a temporary link',
      description: 'Returns the address once. It opens this file, in its current version, for everyone until it expires or is revoked.',
      params: Id,
      body: NewFileLink,
      response: CreatedFileLink,
      status: 201,
      errors: { 409: 'The file has 100 links' },
      run: ({ caller, params, body }) => createLink(deps, caller, params.id, body.expires_in),
    }),
    endpoint({
      id: 'revokeFileLink',
      method: 'DELETE',
      path: '/files/{id}/links/{link}',
      summary: 'Revoke a temporary link',
      description: 'The link stops working at once.',
      params: WithLink,
      run: async ({ caller, params }) => {
        await revokeLink(db, caller, params.id, params.link);
        return undefined;
      },
    }),
  ];
}

const Nothing = z.strictObject({});

/** @throws AppError 422 `invalid` */
function parseName(name: string): string {
  return parseBody(z.object({ name: FileName }), { name }).name;
}
