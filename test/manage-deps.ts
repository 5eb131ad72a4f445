import os from 'node:os';
import { createPresence } from '#src/features/drafts/drafts.ts';
import { createImports } from '#src/features/import-uploads/import-uploads.ts';
import type { DrawLetter } from '#src/features/newsletter/letters/letter-content.ts';
import { createReadProcess } from '#src/features/operations/operations.ts';
import type { ManageDeps } from '#src/manage-api.ts';
import { parseConfig } from '#src/platform/config.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';

/** The settings of a site that says nothing of itself, and a process that keeps no pages. */
export function operationsDeps(given: Record<string, string> = {}): ManageDeps['operations'] {
  const cacheStats = () => ({ pages: 0, outdated: 0, bytes: 0, renders: 0, addresses: 0, uses: { hit: 0, stale: 0, miss: 0 } });
  const config = parseConfig({ DATA_DIR: os.tmpdir(), ...given });
  return { config, readProcess: createReadProcess({ cacheStats, version: '0.0.0' }), findProblems: async () => [] };
}

/** What the API of those who work on the collection needs, over a test's database: no pictures, and nobody is heard of. */
export function manageDeps(database: TestDatabase, given: Partial<ManageDeps> = {}): Omit<ManageDeps, 'stays'> {
  const { log = openTestLog().log } = given;
  const listen = () => Promise.reject(new Error('Nothing is heard in this test.'));
  const presence = createPresence({ db: database.db, log, listen });
  const dataDir = '/nowhere';
  const store = openFolderStore(dataDir);
  const imports = createImports(store);
  const letters = { drawLetter, hasMailServer: true };
  const renderMail: ManageDeps['renderMail'] = async (mail) => ({ subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) });
  const contact = { to: 'keeper@tales.example', replyTo: 'hello@tales.example' };
  const common = { db: database.db, publicUrl: 'http://localhost:3000', secret: 's'.repeat(40), dataDir, renderMail, contact };
  return { ...common, store, imports, presence, letters, log, operations: operationsDeps(), ...given };
}

/** As the build draws it; loaded by the tests that need it alone. */
const drawLetter: DrawLetter = async (content) =>
  (await import('#src/features/newsletter/letters/mails/render-issue.tsx')).drawLetter(content);
