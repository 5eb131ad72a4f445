import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createGuards } from '#src/features/accounts/guards.ts';
import type { Folder, LibraryFile } from '#src/features/files/contract.ts';
import { fileEndpoints, takesLibraryFiles } from '#src/features/files/file-endpoints.ts';
import { fileRoutes } from '#src/features/files/file-routes.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { openS3Store } from '#src/platform/objects/s3-store.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';
import { openTestS3 } from './s3.ts';
import { addUser, type TestUser } from './users.ts';

/** The file library: its API and routes, with a store in a temporary folder or a bucket, and a logged-in editor. */

const publicUrl = 'http://localhost:3000';

export type Sender = Pick<TestUser, 'cookie'> | null;
type SendOptions = { as?: Sender; match?: number | string; headers?: Record<string, string> };

export async function openFileLibrary(database: TestDatabase, where: 'folder' | 'bucket' = 'folder') {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-files-'));
  const s3 = where === 'bucket' ? await openTestS3() : undefined;
  const fileStore = s3 === undefined ? openFolderStore(path.join(folder, 'files')) : openS3Store(s3.settings, { prefix: 'files/' });
  const editor = await addUser(database.pool, { name: 'Hans Christian', role: 'editor' });
  const reader = await addUser(database.pool, { name: 'Gerda' });
  const { db } = database;
  const guards = createGuards({ db, publicUrl });
  const { app } = createTestApp({
    database,
    mount: (site) => {
      site.route('/files', fileRoutes({ db, fileStore, guards }));
      site.use('/api/v1/admin/*', sameOrigin(publicUrl, { takesFiles: takesLibraryFiles }));
      site.route('/api/v1/admin', endpointRoutes(fileEndpoints({ db, fileStore, publicUrl }), guards.editor));
    },
  });

  /** Sends a request to the API below /api/v1/admin. `body`: bytes, or a value to send as JSON. */
  async function ask<Body = LibraryFile>(
    method: string,
    where: string,
    body?: unknown,
    { as = editor, match, headers = {} }: SendOptions = {},
  ) {
    const isFile = body instanceof Uint8Array;
    const type = body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' };
    const response = await app.request(`/api/v1/admin${where}`, {
      method,
      headers: {
        ...{ cookie: as?.cookie ?? '', origin: publicUrl, accept: 'application/json', ...type },
        ...(match !== undefined && { 'if-match': typeof match === 'number' ? `"${match}"` : match }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed as Body & { code?: string; detail?: string } };
  }

  return {
    ...{ app, editor, reader, ask, fileStore, s3, folder },
    rows: async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows,
    async addFolder(name: string, access = 'public', parent: string | null = null): Promise<Folder> {
      return (await ask<Folder>('POST', '/folders', { name, access, parent_id: parent })).body;
    },
    upload: (folderId: string, name: string, bytes: Uint8Array) =>
      ask('POST', `/files?${new URLSearchParams({ folder: folderId, name })}`, bytes),
    /** Opens an address as a reader does; by default without an account. */
    async open(address: string, { as = null, headers = {} }: SendOptions = {}, method = 'GET') {
      const cookie: Record<string, string> = as === null ? {} : { cookie: as.cookie };
      const response = await app.request(address, { method, headers: { ...cookie, ...headers } });
      return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
    },
    /** Sends a request of a tus client. */
    async tus(method: string, where: string, headers: Record<string, string> = {}, body?: Uint8Array, as: Sender = editor) {
      const type = body === undefined ? {} : { 'content-type': 'application/offset+octet-stream', 'content-length': String(body.length) };
      const sent = { cookie: as?.cookie ?? '', origin: publicUrl, 'tus-resumable': '1.0.0', ...type, ...headers };
      const response = await app.request(where, {
        method,
        headers: sent,
        ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, code: text.startsWith('{') ? JSON.parse(text).code : undefined };
    },
    async close() {
      await s3?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type FileLibrary = Awaited<ReturnType<typeof openFileLibrary>>;

/** Upload-Metadata of tus. */
export function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join();
}

/** WAV audio of this size, with bytes that differ by position. */
export function wav(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(size - 8, 4);
  bytes.write('WAVEfmt ', 8);
  return bytes;
}

/** Inserts a file without bytes and an upload by a user. Returns ids by the name of their collection in the API. */
export async function addFileRows(rows: (text: string, values?: unknown[]) => Promise<Record<string, string>[]>, userId: string) {
  const idOf = async (text: string, values: unknown[]) => (await rows(`${text} returning id`, values))[0]?.id ?? '';
  const folder = await idOf('insert into folders (name) values ($1)', ['Worksheets']);
  const content = await idOf("insert into file_contents (bytes, sha256, media_type) values (1, repeat('a', 64), $1)", ['text/plain']);
  const file = await idOf('insert into files (folder_id, name, content_id) values ($1, $2, $3)', [folder, 'mill.txt', content]);
  const upload = [content, userId, folder, 'mill.txt'];
  await rows('insert into file_uploads (id, user_id, folder_id, name) values ($1, $2, $3, $4)', upload);
  return { folders: folder, files: file, 'file-uploads': content };
}
