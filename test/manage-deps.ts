import os from 'node:os';
import { createProcessReader } from '#src/features/admin-status/admin-status.ts';
import { createImports } from '#src/features/import/uploads/uploads.ts';
import type { RenderIssue } from '#src/features/newsletter/issues/issue-content.ts';
import { createPresence } from '#src/features/tales/admin/presence/presence.ts';
import { parseConfig } from '#src/platform/config.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import type { AdminApiDeps } from '#src/server/admin-api.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';

/** The settings of a site that says nothing of itself, and a process that keeps no pages. */
export function operationsDeps(given: Record<string, string> = {}): AdminApiDeps['operations'] {
  const cacheStats = () => ({ pages: 0, outdated: 0, bytes: 0, renders: 0, addresses: 0, uses: { hit: 0, stale: 0, miss: 0 } });
  const config = parseConfig({ DATA_DIR: os.tmpdir(), ...given });
  return { config, readProcess: createProcessReader({ cacheStats }), findProblems: async () => [] };
}

/** What the API of those who work on the collection needs, over a test's database: no pictures, and nobody is heard of. */
export function manageDeps(database: TestDatabase, given: Partial<AdminApiDeps> = {}): Omit<AdminApiDeps, 'stays'> {
  const { log = openTestLog().log } = given;
  const listen = () => Promise.reject(new Error('Nothing is heard in this test.'));
  const presence = createPresence({ db: database.db, log, listen });
  const dataDir = '/nowhere';
  const store = openFolderStore(dataDir);
  const imports = createImports(store);
  const issues = { renderIssue, hasMailServer: true };
  const renderEmail: AdminApiDeps['renderEmail'] = async (mail) => ({
    subject: mail.kind,
    html: '<p>mail</p>',
    text: JSON.stringify(mail),
  });
  const contact = { to: 'keeper@tales.example', replyTo: 'hello@tales.example' };
  const common = { db: database.db, publicUrl: 'http://localhost:3000', secret: 's'.repeat(40), dataDir, renderEmail, contact };
  return { ...common, store, imports, presence, issues, log, operations: operationsDeps(), ...given };
}

/** As the build draws it; loaded by the tests that need it alone. */
const renderIssue: RenderIssue = async (content) =>
  (await import('#src/features/newsletter/issues/emails/render-issue.tsx')).renderIssue(content);
