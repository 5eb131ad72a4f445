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
import { told } from './book-texts.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';
import { opening } from './import-runs.ts';
import { addPerson, type TestPerson } from './users.ts';

/** Imports over HTTP, with a store in a temporary folder, an editor signed in, and jobs where they are asked for. */

/** A file that is a tale. */
export const TALE = `---\ntitle: The Mill\nauthor: Ada Miller\nlanguage: en\nrights: In the public domain.\nsource: Told at the mill\n---\n\n${told(9)}\n`;

const publicUrl = 'http://localhost:3000';

const classify: Classify = () => ({
  ...{ category: 'folklore', tags: [], ageBand: '6-8', contentNotes: [], origin: 'German' },
  reasons: [{ what: 'folklore', why: 'All of them are.' }],
});

type Sent = { as?: Pick<TestPerson, 'cookie'>; headers?: Record<string, string> };
type Working = { isQuick?: boolean; drainMs?: number; budgetMs?: number; opening?: typeof opening };

export async function openImports(database: TestDatabase) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-imports-'));
  const store: ObjectStore = openFolderStore(path.join(folder, 'imports'));
  const imports = createImports(store);
  const editor = await addPerson(database.pool, { name: 'Hans Christian', role: 'admin' });
  const { db } = database;
  const guards = createGuards({ db, publicUrl });
  const { app, log, logged } = createTestApp({
    database,
    mount: (site) => {
      site.use('/api/v1/admin/*', sameOrigin(publicUrl, { takesFiles: importBodyTypes }));
      site.route('/api/v1/admin', endpointRoutes(importEndpoints({ db, dataDir: folder, imports }), guards.editor));
    },
  });

  /** `body`: bytes or a stream as they are, anything else as JSON. */
  async function ask<Answer = ImportReport>(method: string, where: string, body?: unknown, { as = editor, headers = {} }: Sent = {}) {
    const isFile = body instanceof Uint8Array || body instanceof ReadableStream;
    const contentType = body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' };
    const answer = await app.request(`/api/v1/admin${where}`, {
      method,
      headers: { cookie: as.cookie, origin: publicUrl, accept: 'application/json', ...contentType, ...headers },
      ...(body !== undefined && { body: isFile ? (body as BodyInit) : JSON.stringify(body), duplex: 'half' }),
    } as RequestInit);
    const text = await answer.text();
    const said = (text === '' ? undefined : JSON.parse(text)) as Answer & { code?: string; detail?: string };
    return { status: answer.status, headers: answer.headers, body: said };
  }

  const started: Jobs[] = [];
  /** Runs jobs until they are stopped, or the test ends. `isQuick`: files are read in this process. */
  async function work({ isQuick = true, drainMs = 8_000, ...rest }: Working = {}): Promise<Jobs> {
    const deps = { db, store, dataDir: folder, classify, ...(isQuick && { opening }), ...rest };
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
    send: (id: string, name: string, body: string | Uint8Array | ReadableStream, sent: Sent = {}) =>
      ask('POST', `/imports/${id}/files?${new URLSearchParams({ name })}`, typeof body === 'string' ? Buffer.from(body) : body, sent),
    /** A new import with these files. */
    async begin(files: Record<string, string | Uint8Array> = {}, how = {}): Promise<string> {
      const { body } = await ask<ImportUpload>('POST', '/imports', { publishing: 'sure', ...how });
      for (const [name, bytes] of Object.entries(files)) await this.send(body.id, name, bytes);
      return body.id;
    },
    report,
    rows,
    /** Waits until it is in that state. */
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
