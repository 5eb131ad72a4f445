import { z } from 'zod';
import { CountsView } from '#src/features/counts/contract.ts';

/** What the screen of operations shows. Sizes are bytes, times ISO in UTC, durations as their names say. A panel that is null could not be read. */

const Time = z.string();
const Bytes = z.number();

const MailPanel = z.object({
  waiting: z.int(),
  failed: z.int().describe('No job will try them again by itself.'),
  sent_day: z.int(),
  sent_month: z.int(),
  /** The letter that went out last; null before the first one. */
  letter: z.object({ day: z.string(), waiting: z.int(), sent: z.int(), failed: z.int(), dropped: z.int() }).nullable(),
});

export const DeadJobView = z.object({
  id: z.int(),
  task: z.string(),
  tries: z.int(),
  added_at: Time,
  last_error: z.string().nullable(),
});
export type DeadJobView = z.infer<typeof DeadJobView>;

const JobPanel = z.object({
  tasks: z.array(z.object({ task: z.string(), waiting: z.int(), running: z.int(), dead: z.int() })),
  is_all: z.boolean().describe('False: there are more than 20,000, and only so many were counted.'),
  dead: z.array(DeadJobView).describe('The newest, 100 at most.'),
});

const DatabasePanel = z.object({
  is_embedded: z.boolean(),
  version: z.string(),
  answer_ms: z.number(),
  bytes: Bytes,
  tables: z.array(
    z.object({
      name: z.string(),
      bytes: Bytes,
      rows: z.number().nullable().describe('As Postgres estimates them; null where it has not looked yet.'),
    }),
  ),
  connections: z.int(),
  most_connections: z.int(),
  longest_seconds: z.number().describe('Of the queries that run at this moment, the one that runs longest; 0 for none.'),
  last_migration: z.string(),
  migrated_at: Time,
});

const DiskPanel = z.object({
  folder: z.object({ bytes: Bytes, free: Bytes }).describe('The file system of DATA_DIR.'),
  pictures: z.object({ count: z.int(), bytes: Bytes.describe('As they were sent.'), is_in_bucket: z.boolean() }),
  archive: z
    .object({
      /** Null: any moment can be restored only after the first base. */
      since: Time.nullable(),
      bases: z.int(),
      last_base: Time.nullable(),
      last_archived: Time.nullable(),
      waiting: z.int().describe('Files of the log that the archive has not taken yet.'),
      waiting_since: Time.nullable(),
    })
    .nullable()
    .describe('Null without ARCHIVE_DIR.'),
});

const ProcessPanel = z.object({
  pid: z.int(),
  uptime_seconds: z.int(),
  memory: z.object({ all: Bytes, heap: Bytes }),
  /** By how much timers were late since somebody last looked. Null at the first look: it is measured from then on. */
  delay: z.object({ p50_ms: z.number(), p99_ms: z.number(), most_ms: z.number() }).nullable(),
  cache: z.object({ pages: z.int(), bytes: Bytes, hits: z.int(), stale: z.int(), misses: z.int() }),
  talewood: z.string(),
  node: z.string(),
});

/** What the administrator should know of the settings, and problems that are found at this moment. */
export const SETTINGS_NOTES = [
  'disk_full',
  'separate_stores',
  'missing_pictures',
  'no_smtp',
  'admin_password',
  'no_public_url',
  'plain_http',
  'no_archive',
] as const;

const BackupMade = z.object({
  at: Time,
  bytes: Bytes,
  tales: z.int().nullable(),
  verified_at: Time.nullable(),
});
const BackupPanel = z.object({
  file: BackupMade.nullable().describe('The last one that `talewood backup` wrote; null for never.'),
  base: BackupMade.nullable().describe('The last base of the archive.'),
});

export const Operations = z.object({
  at: Time,
  settings: z.array(z.enum(SETTINGS_NOTES)),
  mails: MailPanel.nullable(),
  jobs: JobPanel.nullable(),
  database: DatabasePanel.nullable(),
  disk: DiskPanel.nullable(),
  process: ProcessPanel.nullable(),
  backups: BackupPanel.nullable(),
  counts: CountsView.nullable(),
});
export type Operations = z.infer<typeof Operations>;

/** One of its panels, as it is when it could be read. */
export type Panel<Name extends keyof Operations> = NonNullable<Operations[Name]>;
