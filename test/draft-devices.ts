import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { expect, vi } from 'vitest';
import { hashEmail } from '#src/api-client/account-header.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { createAutosave, type DraftView } from '#src/features/tales/admin/drafts/autosave.ts';
import { type DraftFields, type DraftRow, draftEndpoints } from '#src/features/tales/admin/drafts/drafts.ts';

import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';
import { addUser, type TestUser } from './users.ts';

/** Simulates tale forms on several devices with their own storage, with the real endpoints and database. */
export function openDraftDevices(database: TestDatabase) {
  const app = createTestApp({
    database,
    routes: (deps) => new Hono<AppEnv>().route('/api/v1/admin', endpointRoutes(draftEndpoints(deps), createGuards(deps).editor)),
  });
  let user: TestUser | undefined;
  let storage = new Map<string, string>();
  const failures = { isFull: false, isOffline: false };
  /** Blocks responses until a test releases them. */
  let held: Promise<void> | undefined;
  const requests: string[] = [];
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = null }: RequestInit = {}): Promise<Response> => {
    requests.push(method);
    if (failures.isOffline) throw new TypeError('Failed to fetch');
    await held;
    const json = typeof body === 'string' ? JSON.parse(body) : undefined;
    return app.ask(path, { method, json, headers: { cookie: user?.cookie ?? '' } });
  });
  vi.stubGlobal('localStorage', {
    get length() {
      return storage.size;
    },
    key: (index: number) => [...storage.keys()][index] ?? null,
    getItem: (key: string) => storage.get(key) ?? null,
    removeItem: (key: string) => void storage.delete(key),
    setItem: (key: string, value: string) => {
      if (failures.isFull) throw new DOMException('Full', 'QuotaExceededError');
      storage.set(key, value);
    },
  });

  async function listSavedDrafts(): Promise<(DraftRow & { fields: DraftFields })[]> {
    return (await database.pool.query('select id, title, fields from tale_drafts order by saved_at')).rows;
  }

  return {
    failures,
    requests,
    listSavedDrafts,
    titles: async () => (await listSavedDrafts()).map(({ title }) => title),
    deviceDrafts: () => [...storage.keys()].filter((key) => key.startsWith('talewood.draft.')),
    useDevice: (texts: Map<string, string>) => {
      storage = texts;
    },
    /** Blocks all responses until the returned function is called. */
    holdResponses(): () => void {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    /** Deletes all users and drafts, and starts with a new device. */
    async clear(): Promise<void> {
      await app.clear();
      user = await addUser(database.pool, { role: 'admin' });
      storage = new Map();
      held = undefined;
      requests.length = 0;
      Object.assign(failures, { isFull: false, isOffline: false });
    },
    /** Opens the form of a tale, or of a new one (null), as the user with this email. */
    openPage(taleId: string | null, email = 'gerda@t.example') {
      const id: string = randomUUID();
      let view: DraftView | undefined;
      const onChange = (next: DraftView) => {
        view = next;
      };
      const autosave = createAutosave({ id, owner: hashEmail(email), taleId, onChange });
      const typed = (fields: DraftFields) => ({ base_version: taleId === null ? null : 1, fields });
      return {
        ...autosave,
        id,
        view: () => view,
        type: (fields: DraftFields) => autosave.update(typed(fields)),
        discard: (fields?: DraftFields) => autosave.discard(fields && typed(fields)),
        waitForState: (state: DraftView['state']) => expect.poll(() => view?.state).toBe(state),
      };
    },
  };
}
