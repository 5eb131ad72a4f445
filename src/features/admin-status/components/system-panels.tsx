import { formatCount, formatDate, formatLocalTime, formatTaleCount } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';
import type { PanelData } from '../contract.ts';
import { type Fact, Facts } from './facts.tsx';

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

export function MailPanel({ mails: { waiting, failed, sent_day, sent_month, letter } }: { mails: PanelData<'mails'> }) {
  return (
    <>
      <Facts
        facts={[
          { name: 'Waiting', value: formatCount(waiting) },
          {
            name: 'Failed',
            value: formatCount(failed),
            warn: failed > 0,
            more:
              failed === 0 ? undefined : (
                <a className="link" href={urls.manageMails()}>
                  View and resend
                </a>
              ),
          },
          { name: 'Sent, last 24 hours', value: formatCount(sent_day) },
          { name: 'Sent, last 30 days', value: formatCount(sent_month) },
        ]}
      />
      {letter === null ? null : (
        <>
          <h3>Newsletter issue of {formatDate(letter.day)}</h3>
          <Facts
            facts={[
              { name: 'Sent', value: formatCount(letter.sent) },
              { name: 'Waiting', value: formatCount(letter.waiting) },
              { name: 'Failed', value: formatCount(letter.failed), warn: letter.failed > 0 },
            ]}
          />
        </>
      )}
    </>
  );
}

const MAX_BACKUP_AGE_HOURS = 7 * 24;

type LastBackup = PanelData<'backups'>['file'];

export function BackupPanel({ backups: { file, base }, now }: { backups: PanelData<'backups'>; now: string }) {
  return (
    <>
      <Facts facts={[backupFact('Backup file', file, now), ...(base === null ? [] : [backupFact('Base backup', base, now)])]} />
      {isOlder(file?.at ?? null, now, MAX_BACKUP_AGE_HOURS) && isOlder(base?.at ?? null, now, MAX_BACKUP_AGE_HOURS) ? (
        <p className="hint">
          Create one with <code>npm run talewood -- backup &lt;file&gt;</code>, and verify it with <code>backup verify &lt;file&gt;</code>.
        </p>
      ) : null}
    </>
  );
}

function backupFact(name: string, backup: LastBackup, now: string): Fact {
  if (backup === null) return { name, value: 'no backup yet', warn: true };
  const { at, bytes, tales, verified_at } = backup;
  const checked = verified_at === null ? 'not verified' : `verified ${formatLocalTime(verified_at)}`;
  const what = [...(tales === null ? [] : [formatTaleCount(tales)]), formatBytes(bytes), formatLocalTime(at), checked];
  return { name, value: formatAge(at, now), more: what.join(', '), warn: isOlder(at, now, MAX_BACKUP_AGE_HOURS) };
}

/** A disk is nearly full below this share or this many bytes of free space. */
const MIN_FREE_SHARE = 0.1;
const MIN_FREE_BYTES = 1e9;
/** The same limits as in `talewood backup status`. */
const MAX_WAL_WAIT_HOURS = 5 / 60;
const MAX_BASE_AGE_HOURS = 48;

export function DiskPanel({ disk: { folder, pictures, archive }, now }: { disk: PanelData<'disk'>; now: string }) {
  const isFull = folder.free < folder.bytes * MIN_FREE_SHARE || folder.free < MIN_FREE_BYTES;
  return (
    <>
      <Meter share={1 - folder.free / folder.bytes} isWarning={isFull} />
      <Facts
        facts={[
          {
            name: 'Free',
            value: `${formatBytes(folder.free)} of ${formatBytes(folder.bytes)}`,
            more: 'on the volume of DATA_DIR',
            warn: isFull,
          },
          {
            name: 'Images',
            value: formatCount(pictures.count),
            more: `${formatBytes(pictures.bytes)} of originals, in ${pictures.is_in_bucket ? 'the bucket' : 'DATA_DIR/media'}`,
          },
        ]}
      />
      <h3>WAL archive</h3>
      {archive === null ? <p className="ops-none">Off: WAL_ARCHIVE_DIR is not set.</p> : <Facts facts={archiveFacts(archive, now)} />}
    </>
  );
}

function archiveFacts(archive: NonNullable<PanelData<'disk'>['archive']>, now: string): Fact[] {
  const { since, bases, last_base, last_archived, waiting, waiting_since } = archive;
  const ago = (time: string | null) => (time === null ? 'never' : formatAge(time, now));
  return [
    { name: 'Point-in-time restore', value: since === null ? 'not yet possible' : `since ${formatLocalTime(since)}`, warn: since === null },
    {
      name: 'Last base backup',
      value: ago(last_base),
      more: `${formatCount(bases)} stored`,
      warn: isOlder(last_base, now, MAX_BASE_AGE_HOURS),
    },
    { name: 'Last WAL archived', value: ago(last_archived), warn: last_archived === null },
    {
      name: 'Waiting to be archived',
      value: `${formatCount(waiting)} ${waiting === 1 ? 'file' : 'files'}`,
      warn: waiting_since !== null && isOlder(waiting_since, now, MAX_WAL_WAIT_HOURS),
    },
  ];
}

/** Thresholds of warnings. */
const SLOW_RESPONSE_MS = 200;
const LONG_QUERY_S = 5;

const MAX_CONNECTION_SHARE = 0.8;

export function DatabasePanel({ database }: { database: PanelData<'database'> }) {
  const { answer_ms, bytes, connections, most_connections, longest_seconds, last_migration, migrated_at, is_embedded, version } = database;
  return (
    <>
      <Facts
        facts={[
          { name: 'Response time', value: `${answer_ms} ms`, warn: answer_ms > SLOW_RESPONSE_MS },
          {
            name: 'Connections',
            value: `${formatCount(connections)} of ${formatCount(most_connections)}`,
            warn: connections > most_connections * MAX_CONNECTION_SHARE,
          },
          {
            name: 'Longest running query',
            value: longest_seconds < 1 ? 'under 1 second' : formatDuration(longest_seconds),
            warn: longest_seconds > LONG_QUERY_S,
          },
          { name: 'Size', value: formatBytes(bytes) },
          { name: 'Postgres', value: version, more: is_embedded ? 'embedded' : 'external (DATABASE_URL)' },
          { name: 'Last migration', value: <code>{last_migration}</code>, more: formatLocalTime(migrated_at) },
        ]}
      />
      <table className="ops-table">
        <caption>Largest tables, including indexes</caption>
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col">Size</th>
            <th scope="col">Rows (estimate)</th>
          </tr>
        </thead>
        <tbody>
          {database.tables.map(({ name, bytes: size, rows }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatBytes(size)}</td>
              <td>{rows === null ? 'no estimate yet' : formatCount(Math.round(rows))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Requests wait this long for the event loop. */
const MAX_EVENT_LOOP_DELAY_MS = 200;

export function ProcessPanel({ process }: { process: PanelData<'process'> }) {
  const { pid, uptime_seconds, memory, delay, cache, talewood, node } = process;
  const requests = cache.hits + cache.stale + cache.misses;
  return (
    <>
      <p className="hint">Figures of the process that answered this request. Each process has its own.</p>
      <Facts
        facts={[
          { name: 'Talewood', value: talewood, more: `Node ${node}, process ${pid}` },
          { name: 'Uptime', value: formatDuration(uptime_seconds) },
          { name: 'Memory', value: formatBytes(memory.all), more: `${formatBytes(memory.heap)} of it heap` },
          {
            name: 'Event loop delay',
            value: delay === null ? 'measuring' : `${delay.p99_ms} ms`,
            more:
              delay === null ? 'shown on the next refresh' : `p99; p50 ${delay.p50_ms} ms, max ${delay.most_ms} ms, since the last refresh`,
            warn: delay !== null && delay.p99_ms > MAX_EVENT_LOOP_DELAY_MS,
          },
          { name: 'Cached pages', value: formatCount(cache.pages), more: formatBytes(cache.bytes) },
          {
            name: 'Cache hit rate',
            value: requests === 0 ? 'no requests yet' : `${Math.floor((100 * (cache.hits + cache.stale)) / requests)} %`,
            more: `${formatCount(cache.hits)} hits, ${formatCount(cache.stale)} stale, ${formatCount(cache.misses)} misses`,
          },
        ]}
      />
    </>
  );
}

/** A bar for a share of 0 to 1. Decorative: the figures are beside it. */
function Meter({ share, isWarning }: { share: number; isWarning: boolean }) {
  return (
    <svg className={isWarning ? 'ops-meter is-warning' : 'ops-meter'} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="4" />
      <rect width={100 * Math.min(1, Math.max(0, share))} height="4" className="is-used" />
    </svg>
  );
}

/** Formats bytes in decimal units: 12_300_000 → "12.3 MB". */
export function formatBytes(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1_000 ** step;
  return `${step === 0 || size >= 100 ? formatCount(Math.round(size)) : size.toFixed(1)} ${UNITS[step]}`;
}

/** Formats seconds with the two largest units: "3 days 4 hours", "12 seconds". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'day'],
    [Math.floor(whole / 3_600) % 24, 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 seconds';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`).join(' ');
}

/** Formats the age of an ISO time at `now`: "3 days ago", "just now". */
export function formatAge(time: string, now: string): string {
  const seconds = (Date.parse(now) - Date.parse(time)) / 1_000;
  if (seconds < 60) return 'just now';
  const [count, name] =
    seconds < 3_600 ? [seconds / 60, 'minute'] : seconds < 172_800 ? [seconds / 3_600, 'hour'] : [seconds / 86_400, 'day'];
  return `${Math.floor(count)} ${name}${Math.floor(count) === 1 ? '' : 's'} ago`;
}

/** Whether a time is more than `hours` before `now`; true for null. */
export function isOlder(time: string | null, now: string, hours: number): boolean {
  return time === null || Date.parse(now) - Date.parse(time) > hours * 3_600_000;
}
