import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type SiteProcess, startSiteProcess } from '../site-process.ts';

/** The real server process under a clock that is wrong: libfaketime stands between it and the system, the database keeps the true time. */

const FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/local/lib', ...listFolders('/usr/lib')];
const NAME = 'faketime/libfaketimeMT.so.1';

/** Undefined where libfaketime is not installed (Debian: the package faketime). */
export function findFaketime(): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, NAME)).find((file) => existsSync(file));
}

export type Clock = {
  /** Seconds that the process is ahead. Or a file that holds them, written `+3600`, which may change while it runs. */
  ahead: number | { file: string };
  timeZone?: string;
};

type Shared = { faketime: string; databaseUrl: string; smtpUrl: string; onLog: (line: string) => void };

/** Sessions are known to all of them: the secret is one. The monotonic clock goes on as it does on a machine whose clock is set. */
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

/** As libfaketime reads it. */
export function offset(seconds: number): string {
  return `${seconds < 0 ? '-' : '+'}${Math.abs(Math.round(seconds))}`;
}

/** Seconds from now to an instant. */
export function secondsTo(instant: string): number {
  return (Date.parse(instant) - Date.now()) / 1_000;
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
}
