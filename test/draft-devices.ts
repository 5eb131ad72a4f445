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
import { addPerson, type TestPerson } from './users.ts';

/** Pages in which drafts are typed, on devices with a storage of their own, before the real endpoints on a real database. */
export function openDraftDevices(database: TestDatabase) {
  const app = createTestApp({
    database,
    routes: (deps) => new Hono<AppEnv>().route('/api/v1/admin', endpointRoutes(draftEndpoints(deps), createGuards(deps).editor)),
  });
  let person: TestPerson | undefined;
  let storage = new Map<string, string>();
  const weather = { isFull: false, isOffline: false };
  /** Answers that wait until a test lets them through. */
  let held: Promise<void> | undefined;
  const requests: string[] = [];
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = null }: RequestInit = {}): Promise<Response> => {
    requests.push(method);
    if (weather.isOffline) throw new TypeError('Failed to fetch');
    await held;
    const json = typeof body === 'string' ? JSON.parse(body) : undefined;
    return app.ask(path, { method, json, headers: { cookie: person?.cookie ?? '' } });
  });
  vi.stubGlobal('localStorage', {
    get length() {
      return storage.size;
    },
    key: (index: number) => [...storage.keys()][index] ?? null,
    getItem: (key: string) => storage.get(key) ?? null,
    removeItem: (key: string) => void storage.delete(key),
    setItem: (key: string, value: string) => {
      if (weather.isFull) throw new DOMException('Full', 'QuotaExceededError');
      storage.set(key, value);
    },
  });

  async function atServer(): Promise<(DraftRow & { fields: DraftFields })[]> {
    return (await database.pool.query('select id, title, fields from tale_drafts order by saved_at')).rows;
  }

  return {
    weather,
    requests,
    atServer,
    titles: async () => (await atServer()).map(({ title }) => title),
    deviceDrafts: () => [...storage.keys()].filter((key) => key.startsWith('talewood.draft.')),
    useDevice: (texts: Map<string, string>) => {
      storage = texts;
    },
    /** Nothing is answered until the returned function is called. */
    holdAnswers(): () => void {
      let letGo = (): void => {};
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return () => letGo();
    },
    /** Removes all people and drafts, and begins with a new device. */
    async clear(): Promise<void> {
      await app.clear();
      person = await addPerson(database.pool, { role: 'admin' });
      storage = new Map();
      held = undefined;
      requests.length = 0;
      Object.assign(weather, { isFull: false, isOffline: false });
    },
    /** A form of the tale, or with null of a new one, by who has that address. */
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
        becomes: (state: DraftView['state']) => expect.poll(() => view?.state).toBe(state),
      };
    },
  };
}
