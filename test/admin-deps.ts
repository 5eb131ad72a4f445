import os from 'node:os';
import { createProcessReader } from '#src/features/admin-status/admin-status.ts';
import { createFunctionHost } from '#src/features/functions/functions.ts';
import { createImports } from '#src/features/import/uploads/uploads.ts';
import type { RenderIssue } from '#src/features/newsletter/issues/issue-content.ts';
import { createHub } from '#src/features/realtime/realtime.ts';
import { parseConfig } from '#src/platform/config.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import type { AdminApiDeps } from '#src/server/admin-api.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';

/** Dependencies of the status page: default configuration, empty page cache. */
export function operationsDeps(overrides: Record<string, string> = {}): AdminApiDeps['operations'] {
  const cacheStats = () => ({
    pages: 0,
    outdated: 0,
    bytes: 0,
    renders: 0,
    addresses: 0,
    uses: { hit: 0, stale: 0, miss: 0, disk: 0, fallback: 0 },
  });
  const config = parseConfig({ DATA_DIR: os.tmpdir(), ...overrides });
  return { config, readProcess: createProcessReader({ cacheStats }), findProblems: async () => [] };
}

/** Dependencies of the admin API on a test database, without a media store and notifications. */
export function adminDeps(database: TestDatabase, overrides: Partial<AdminApiDeps> = {}): Omit<AdminApiDeps, 'identify'> {
  const { log = openTestLog().log } = overrides;
  const listen = () => Promise.reject(new Error('This test has no notifications.'));
  const hub = createHub({ db: database.db, rules: [], log, listen });
  const dataDir = '/nowhere';
  const store = openFolderStore(dataDir);
  const imports = createImports(store);
  const issues = { renderIssue, hasMailServer: true };
  const renderEmail: AdminApiDeps['renderEmail'] = async (email) => ({
    subject: email.kind,
    html: '<p>email</p>',
    text: JSON.stringify(email),
  });
  const contact = { to: 'keeper@tales.example', replyTo: 'hello@tales.example' };
  const common = {
    db: database.db,
    publicUrl: 'http://localhost:3000',
    secret: 's'.repeat(40),
    dataDir,
    renderEmail,
    contact,
    allowPrivateWebhooks: true,
    functions: createFunctionHost({ folder: '/nowhere', account: undefined, allowPrivate: false, concurrency: 3 }, log),
  };
  return { ...common, store, fileStore: store, imports, hub, issues, log, operations: operationsDeps(), ...overrides };
}

/** Renders as the build does. Loaded on demand, as few tests need it. */
const renderIssue: RenderIssue = async (content) =>
  (await import('#src/features/newsletter/issues/emails/render-issue.tsx')).renderIssue(content);
