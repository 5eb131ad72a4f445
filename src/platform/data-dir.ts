/** Permissions of DATA_DIR, which contains accounts, drafts and emails: only the account that runs Talewood may access it. */
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './log.ts';
import { fileReason } from './start-errors.ts';

const PRIVATE_MODE = 0o700;
/** Without `postgres`, whose mode the embedded server sets. */
const FOLDERS = ['media', 'imports', 'cache', 'outbox'];

/** Makes all files that this process creates private, wherever they are: also backups and exports. */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Creates DATA_DIR and makes it private, with its folders, which earlier versions left open. Failures are only logged: a site with external
 * database and storage can do without the folder.
 */
export async function openDataDir(dataDir: string, log: Pick<Log, 'warn'>): Promise<void> {
  makeFilesPrivate();
  try {
    await mkdir(dataDir, { recursive: true, mode: PRIVATE_MODE });
  } catch (error) {
    log.warn({ event: 'no_data_dir', reason: fileReason(error) }, 'Cannot create DATA_DIR');
    return;
  }
  for (const folder of [dataDir, ...FOLDERS.map((name) => path.join(dataDir, name))]) {
    await chmod(folder, PRIVATE_MODE).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return;
      const facts = { event: 'folder_not_private', folder, reason: fileReason(error) };
      log.warn(facts, 'Cannot make a folder of the site private; other accounts of this machine may be able to read it');
    });
  }
}
