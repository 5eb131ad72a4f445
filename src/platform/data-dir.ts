/** DATA_DIR holds accounts, drafts and mails: nobody but the account that runs Talewood may look into it. */
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './log.ts';
import { fileReason } from './start-errors.ts';

const PRIVATE = 0o700;
const FOLDERS = ['postgres', 'media', 'imports', 'cache', 'outbox'];

/** From now on files and folders that this process makes are for its own account alone, wherever they are: backups and exports too. */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Makes DATA_DIR and closes it, with the folders in it, to other accounts: earlier versions left them open. What cannot be made or closed is
 * left as it is, with a warning: a site with a database and a store of its own elsewhere may do without the folder.
 */
export async function openDataDir(dataDir: string, log: Pick<Log, 'warn'>): Promise<void> {
  makeFilesPrivate();
  try {
    await mkdir(dataDir, { recursive: true, mode: PRIVATE });
  } catch (error) {
    log.warn({ event: 'no_data_dir', reason: fileReason(error) }, 'DATA_DIR cannot be made');
    return;
  }
  for (const folder of [dataDir, ...FOLDERS.map((name) => path.join(dataDir, name))]) {
    await chmod(folder, PRIVATE).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return;
      const facts = { event: 'folder_not_private', folder, reason: fileReason(error) };
      log.warn(facts, 'Other accounts of this machine may look into a folder of the site');
    });
  }
}
