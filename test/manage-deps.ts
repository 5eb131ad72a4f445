import { createPresence } from '#src/features/drafts/drafts.ts';
import type { ManageDeps } from '#src/manage-api.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import type { TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';

/** What the API of those who work on the collection needs, over a test's database: no pictures, and nobody is heard of. */
export function manageDeps(database: TestDatabase, given: Partial<ManageDeps> = {}): Omit<ManageDeps, 'stays'> {
  const { log = openTestLog().log } = given;
  const listen = () => Promise.reject(new Error('Nothing is heard in this test.'));
  const presence = createPresence({ db: database.db, log, listen });
  const dataDir = '/nowhere';
  const store = openFolderStore(dataDir);
  return { db: database.db, publicUrl: 'http://localhost:3000', secret: 's'.repeat(40), dataDir, store, presence, log, ...given };
}
