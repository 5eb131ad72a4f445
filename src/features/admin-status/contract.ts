import { z } from 'zod';
import { AnalyticsView } from '#src/features/analytics/contract.ts';

/** Status of the site. Sizes in bytes, times as ISO 8601 in UTC, durations as named. A panel is null when it could not be read. */

const Time = z.string();
const Bytes = z.number();

const MailPanel = z.object({
  waiting: z.int(),
  failed: z.int().describe('Emails whose attempts are used up.'),
  sent_day: z.int(),
  sent_month: z.int(),
  /** The newsletter issue sent last; null before the first one. */
  letter: z.object({ day: z.string(), waiting: z.int(), sent: z.int(), failed: z.int(), dropped: z.int() }).nullable(),
});

export const DeadJobView = z
  .object({
    id: z.int(),
    task: z.string(),
    tries: z.int(),
    added_at: Time,
    last_error: z.string().nullable(),
  })
  .meta({ id: 'FailedJob', description: 'A permanently failed job.' });
export type DeadJobView = z.infer<typeof DeadJobView>;

const JobPanel = z.object({
  tasks: z.array(z.object({ task: z.string(), waiting: z.int(), running: z.int(), dead: z.int() })),
  is_all: z.boolean().describe('False: there are more than 20,000 jobs, and only 20,000 were counted.'),
  dead: z.array(DeadJobView).describe('The newest 100.'),
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
      rows: z.number().nullable().describe('Estimated by Postgres; null where there is no estimate yet.'),
    }),
  ),
  connections: z.int(),
  most_connections: z.int(),
  longest_seconds: z.number().describe('Duration of the longest running query; 0 for none.'),
  last_migration: z.string(),
  migrated_at: Time,
});

const DiskPanel = z.object({
  folder: z.object({ bytes: Bytes, free: Bytes }).describe('The file system of DATA_DIR.'),
  pictures: z.object({ count: z.int(), bytes: Bytes.describe('Total size of the originals.'), is_in_bucket: z.boolean() }),
  archive: z
    .object({
      /** Start of point-in-time restore; null before the first base backup. */
      since: Time.nullable(),
      bases: z.int(),
      last_base: Time.nullable(),
      last_archived: Time.nullable(),
      waiting: z.int().describe('WAL files that are not archived yet.'),
      waiting_since: Time.nullable(),
    })
    .nullable()
    .describe('Null without WAL_ARCHIVE_DIR.'),
});

const ProcessPanel = z.object({
  pid: z.int(),
  uptime_seconds: z.int(),
  memory: z.object({ all: Bytes, heap: Bytes }),
  /** Event loop delay since the previous request. Null for the first request, which starts the measurement. */
  delay: z.object({ p50_ms: z.number(), p99_ms: z.number(), most_ms: z.number() }).nullable(),
  cache: z.object({ pages: z.int(), bytes: Bytes, hits: z.int(), stale: z.int(), misses: z.int() }),
  talewood: z.string(),
  node: z.string(),
});

/** Problems found now, and settings that need attention. */
export const CONFIGURATION_WARNINGS = [
  'disk_full',
  'replica_not_used',
  'separate_stores',
  'missing_pictures',
  'no_smtp',
  'admin_password',
  'no_public_url',
  'plain_http',
  'no_archive',
] as const;

const BackupRecord = z.object({
  at: Time,
  bytes: Bytes,
  tales: z.int().nullable(),
  verified_at: Time.nullable(),
});
const BackupPanel = z.object({
  file: BackupRecord.nullable().describe('The last backup written by `talewood backup`; null for none.'),
  base: BackupRecord.nullable().describe('The last base backup of the archive.'),
});

export const AdminStatus = z
  .object({
    at: Time,
    settings: z.array(z.enum(CONFIGURATION_WARNINGS)).describe('Warnings about the configuration.'),
    mails: MailPanel.nullable(),
    jobs: JobPanel.nullable(),
    database: DatabasePanel.nullable(),
    disk: DiskPanel.nullable(),
    process: ProcessPanel.nullable(),
    backups: BackupPanel.nullable(),
    counts: AnalyticsView.nullable().describe('Usage counts of the last 30 days. For other periods see `GET /admin/analytics`.'),
  })
  .meta({ id: 'SiteStatus', description: 'The current state of the site. A part that could not be read is null.' });
export type AdminStatus = z.infer<typeof AdminStatus>;

/** Data of a panel that could be read. */
export type PanelData<Name extends keyof AdminStatus> = NonNullable<AdminStatus[Name]>;

export const SETUP_STEPS = ['site_name', 'email', 'first_tale', 'newsletter', 'backup'] as const;

export const SetupInput = z
  .strictObject({ is_dismissed: z.boolean('Must be true or false').describe('Whether the checklist is hidden from administrators.') })
  .meta({ id: 'SetupInput', description: 'Dismisses the setup checklist, or shows it again.' });

export const SetupStatus = SetupInput.extend({
  steps: z.array(z.object({ id: z.enum(SETUP_STEPS), is_done: z.boolean() })).describe('In the order in which they are shown.'),
}).meta({ id: 'SetupStatus', description: 'The checklist to set up a new site.' });
export type SetupStatus = z.infer<typeof SetupStatus>;
