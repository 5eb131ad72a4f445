import { setTimeout as wait } from 'node:timers/promises';
import { retryJobsNow } from '#test/jobs.ts';
import type { openSmtpServer } from '#test/smtp.ts';
import { runSql } from '#test/sql.ts';
import type { Figure } from '../figures.ts';
import type { SiteProcess } from '../site-process.ts';
import { all, none } from './fault-run.ts';
import type { LogLine } from './mail-down.ts';
import { register } from './users.ts';

const HOUR_MS = 3_600_000;
const LIMIT_MS = 5 * 60_000;
const EMAIL = 'kay@tales.example';

type Setting = {
  site: SiteProcess;
  smtp: Pick<Awaited<ReturnType<typeof openSmtpServer>>, 'setFault'>;
  log: LogLine[];
};

/** Queues an email that the server always rejects; skips the backoff in the database and sums it up. */
export async function ageUntilDead({ site, smtp, log }: Setting): Promise<Figure[]> {
  smtp.setFault('451 to the recipient');
  await register(site.origin, EMAIL, 999_999);
  const rows = await runSql<{ id: string }>(site.databaseUrl, 'select id from outbound_emails where to_address = $1', [EMAIL]);
  const id = rows[0]?.id;
  const lines = () => log.filter(({ mail }) => mail !== undefined && mail === id);
  const alarms = () => lines().filter(({ event, level }) => event === 'mail_dead' && level === 'error');
  const until = performance.now() + LIMIT_MS;
  while (alarms().length === 0 && performance.now() < until) {
    await retryJobsNow(site.databaseUrl);
    await wait(500);
  }
  const left = await runSql(site.databaseUrl, 'select 1 from graphile_worker._private_jobs where key = $1', [`mail:${id}`]);
  const pauses = lines().flatMap(({ pauseMs }) => (pauseMs === undefined ? [] : [pauseMs / HOUR_MS]));
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / 24;
  return [
    { name: 'tries before a mail that nobody takes is given up', value: lines().length, unit: '' },
    { name: 'from its first try to its last, at least', value: days, unit: 'days', limit: { least: 2.75 } },
    { name: 'from its first try to its last, at most', value: days, unit: 'days', limit: { most: 3.1 } },
    { name: 'its shortest pause', value: Math.min(...pauses) * 60, unit: 'min', limit: { least: 1 } },
    { name: 'its longest pause', value: Math.max(...pauses), unit: 'h', limit: { most: 4 } },
    all('alarms of level error when it is given up', alarms().length, 1),
    none('its jobs left', left.length),
  ];
}
