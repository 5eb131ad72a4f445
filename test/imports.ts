import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { createGuards } from '#src/features/accounts/guards.ts';
import type { Classify } from '#src/features/classification/classification.ts';
import type { ImportReport, ImportState, ImportUpload } from '#src/features/import/uploads/contract.ts';
import { createImports, importBodyTypes, importEndpoints, importTasks } from '#src/features/import/uploads/uploads.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { type Jobs, startJobs } from '#src/platform/jobs/start-jobs.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { uniqueTale } from './book-texts.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';
import { opening } from './import-runs.ts';
import { addUser, type TestUser } from './users.ts';

/** Imports over HTTP, with a store in a temporary folder, a logged-in editor, and jobs if started. */

/** A tale as a Markdown file. */
export const TALE = `---\ntitle: The Mill\nauthor: Ada Miller\nlanguage: en\nrights: In the public domain.\nsource: Told at the mill\n---\n\n${uniqueTale(9)}\n`;

const publicUrl = 'http://localhost:3000';

const classify: Classify = () => ({
  ...{ category: 'folklore', tags: [], ageBand: '6-8', contentNotes: [], origin: 'German' },
  reasons: [{ what: 'folklore', why: 'All of them are.' }],
});

type SendOptions = { as?: Pick<TestUser, 'cookie'>; headers?: Record<string, string> };
type WorkOptions = { isQuick?: boolean; drainMs?: number; budgetMs?: number; opening?: typeof opening };

export async function openImports(database: TestDatabase) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-imports-'));
  const store: ObjectStore = openFolderStore(path.join(folder, 'imports'));
  const fileStore = openFolderStore(path.join(folder, 'files'));
  const imports = createImports(store);
  const editor = await addUser(database.pool, { name: 'Hans Christian', role: 'admin' });
  const { db } = database;
  const guards = createGuards({ db, publicUrl });
  const { app, log, logged } = createTestApp({
    database,
    mount: (site) => {
      site.use('/api/v1/admin/*', sameOrigin(publicUrl, { takesFiles: importBodyTypes }));
      site.route('/api/v1/admin', endpointRoutes(importEndpoints({ db, dataDir: folder, imports }), guards.editor));
    },
  });

  /** Sends a request. `body`: bytes, a stream, or a value to send as JSON. */
  async function ask<Body = ImportReport>(method: string, path: string, body?: unknown, { as = editor, headers = {} }: SendOptions = {}) {
    const isFile = body instanceof Uint8Array || body instanceof ReadableStream;
    const contentType = body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' };
    const response = await app.request(`/api/v1/admin${path}`, {
      method,
      headers: { cookie: as.cookie, origin: publicUrl, accept: 'application/json', ...contentType, ...headers },
      ...(body !== undefined && { body: isFile ? (body as BodyInit) : JSON.stringify(body), duplex: 'half' }),
    } as RequestInit);
    const text = await response.text();
    const parsed = (text === '' ? undefined : JSON.parse(text)) as Body & { code?: string; detail?: string };
    return { status: response.status, headers: response.headers, body: parsed };
  }

  const started: Jobs[] = [];
  /** Runs jobs until they are stopped, or the test ends. `isQuick`: reads files in this process. */
  async function work({ isQuick = true, drainMs = 8_000, ...rest }: WorkOptions = {}): Promise<Jobs> {
    const deps = { db, store, fileStore, dataDir: folder, classify, ...(isQuick && { opening }), ...rest };
    const jobs = await startJobs({ pool: database.pool, tasks: importTasks(deps), log, pollIntervalMs: 50, drainMs });
    started.push(jobs);
    return jobs;
  }
  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const report = async (id: string) => (await ask('GET', `/imports/${id}`)).body;

  return {
    app,
    ask,
    work,
    editor,
    folder,
    store,
    log: () => logged(),
    /** Sends a file. */
    send: (id: string, name: string, body: string | Uint8Array | ReadableStream, options: SendOptions = {}) =>
      ask('POST', `/imports/${id}/files?${new URLSearchParams({ name })}`, typeof body === 'string' ? Buffer.from(body) : body, options),
    /** Creates an import with these files. Returns its id. */
    async begin(files: Record<string, string | Uint8Array> = {}, options = {}): Promise<string> {
      const { body } = await ask<ImportUpload>('POST', '/imports', { publishing: 'sure', ...options });
      for (const [name, bytes] of Object.entries(files)) await this.send(body.id, name, bytes);
      return body.id;
    },
    report,
    rows,
    /** Waits until an import is in a state. */
    ends: (id: string, state: ImportState) => expect.poll(async () => (await report(id)).state, { interval: 20 }).toBe(state),
    /** Stops the jobs, and removes all imports and tales. */
    async reset() {
      await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
      for (const table of ['import_uploads', 'imported_books', 'import_runs', 'tales', 'tale_slugs']) await rows(`delete from ${table}`);
      await rm(path.join(folder, 'imports'), { recursive: true, force: true });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export type TestImports = Awaited<ReturnType<typeof openImports>>;
