import { readCounts } from '#src/features/counts/counts.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Log } from '#src/platform/log.ts';
import type { Operations, Panel } from './contract.ts';
import { readBackups } from './panels/backup-panel.ts';
import { readDatabase } from './panels/database-panel.ts';
import { readDisk } from './panels/disk-panel.ts';
import { readJobs } from './panels/job-panel.ts';
import { readMails } from './panels/mail-panel.ts';
import { type NotedSettings, notesOf } from './settings-notes.ts';

export type OperationsDeps = {
  db: Db;
  log: Pick<Log, 'warn'>;
  config: NotedSettings & Pick<Config, 'dataDir' | 's3'>;
  readProcess: () => Panel<'process'>;
  /** What is wrong at this moment. Throws as the database and the store do. */
  findProblems: () => Promise<Operations['settings']>;
};

/**
 * Everything that the screen of operations shows, measured at this moment. A panel that cannot be read is null, and told in the log; it takes none
 * of the others along.
 */
export async function readOperations({ db, log, config, readProcess, findProblems }: OperationsDeps): Promise<Operations> {
  const { dataDir, archiveDir, databaseUrl, s3 } = config;
  const read = async <Value>(panel: string, ask: () => Value | Promise<Value>): Promise<Value | null> => {
    try {
      return await ask();
    } catch (err) {
      log.warn({ event: 'panel_not_read', panel, err }, 'A panel of the screen of operations could not be read');
      return null;
    }
  };
  const [problems, mails, jobs, database, disk, ofProcess, backups, counts] = await Promise.all([
    read('problems', findProblems),
    read('mails', () => readMails(db)),
    read('jobs', () => readJobs(db)),
    read('database', () => readDatabase(db, { isEmbedded: databaseUrl === undefined })),
    read('disk', () => readDisk(db, { dataDir, archiveDir, isInBucket: s3 !== undefined })),
    read('process', readProcess),
    read('backups', () => readBackups(db)),
    read('counts', () => readCounts(db)),
  ]);
  return {
    at: new Date().toISOString(),
    settings: [...(problems ?? []), ...notesOf(config)],
    mails,
    jobs,
    database,
    disk,
    process: ofProcess,
    backups,
    counts,
  };
}
