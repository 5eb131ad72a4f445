import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type SiteProcess, startSiteProcess } from '../site-process.ts';

/** Runs the real server process with a wrong clock by libfaketime; the database has the correct time. */

const FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/local/lib', ...listFolders('/usr/lib')];
const NAME = 'faketime/libfaketimeMT.so.1';

/** Returns the path of libfaketime, or undefined if it is not installed (Debian package faketime). */
export function findFaketime(): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, NAME)).find((file) => existsSync(file));
}

export type Clock = {
  /** Seconds that the process is ahead, or a file with them (`+3600`), which may change while it runs. */
  ahead: number | { file: string };
  timeZone?: string;
};

type Shared = { faketime: string; databaseUrl: string; smtpUrl: string; onLog: (line: string) => void };

/** Starts a site. All share one secret, and so sessions. The monotonic clock is not changed, as on a machine whose clock is set. */
export function startShiftedSite(
  { faketime, databaseUrl, smtpUrl, onLog }: Shared,
  { ahead, timeZone = 'UTC' }: Clock,
): Promise<SiteProcess> {
  const env = {
    LD_PRELOAD: faketime,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    ...(typeof ahead === 'number' ? { FAKETIME: offset(ahead) } : { FAKETIME_TIMESTAMP_FILE: ahead.file, FAKETIME_NO_CACHE: '1' }),
    TZ: timeZone,
    SECRET: 'a secret that all processes of this run share',
    SMTP_URL: smtpUrl,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  };
  return startSiteProcess({ databaseUrl, env, onLog });
}

/** Formats an offset for libfaketime. */
export function offset(seconds: number): string {
  return `${seconds < 0 ? '-' : '+'}${Math.abs(Math.round(seconds))}`;
}

/** Returns the seconds from now to an instant. */
export function secondsTo(instant: string): number {
  return (Date.parse(instant) - Date.now()) / 1_000;
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
}
