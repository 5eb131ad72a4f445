import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminPage } from '#src/admin-ui/admin-frame.tsx';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatCount, formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { AnalyticsPanel } from '../components/analytics-panel.tsx';
import { StatusPanel } from '../components/facts.tsx';
import { BackupPanel, DatabasePanel, DiskPanel, MailPanel, ProcessPanel } from '../components/system-panels.tsx';
import type { AdminStatus, DeadJobView, PanelData } from '../contract.ts';

const REFRESH_MS = 10_000;
const KEY = ['staff', '/operations'] as const;

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Status of the site for administrators. */
export function ManageStatusPage() {
  const query = useStatus();
  const { data, isFetching } = query;
  return (
    <AdminPage title="Operations" lede="Health and activity of the site" path={urls.manageOperations()} className="ops">
      <QueryPanel query={query} loading="Loading status..." failed="Error loading status">
        {data === undefined ? null : (
          <>
            <div className="ops-now">
              <p className="figures">
                Updated {time.format(new Date(data.at))}. <small>Refreshes every 10 seconds.</small>
              </p>
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-busy={isFetching || undefined}
                onClick={() => {
                  if (!isFetching) void query.refetch();
                }}
              >
                <Icon name="retry" />
                Refresh
              </button>
            </div>
            <ConfigurationWarnings settings={data.settings} />
            <Panels status={data} />
          </>
        )}
      </QueryPanel>
      <AnalyticsPanel />
    </AdminPage>
  );
}

function Panels({ status: { at, mails, jobs, database, disk, process, backups } }: { status: AdminStatus }) {
  // The buttons of a job disappear, with the focus, when it is retried or removed.
  const jobsHeading = useFocusWhenLost<HTMLHeadingElement>(jobs?.dead.map(({ id }) => id).join() ?? '');
  return (
    <div className="ops-panels">
      <div>
        <StatusPanel title="Email" value={mails}>
          {(value) => <MailPanel mails={value} />}
        </StatusPanel>
        <StatusPanel title="Jobs" value={jobs} heading={jobsHeading}>
          {(value) => <JobPanel jobs={value} />}
        </StatusPanel>
        <StatusPanel title="Last backup" value={backups}>
          {(value) => <BackupPanel backups={value} now={at} />}
        </StatusPanel>
        <StatusPanel title="Disk" value={disk}>
          {(value) => <DiskPanel disk={value} now={at} />}
        </StatusPanel>
      </div>
      <div>
        <StatusPanel title="Database" value={database}>
          {(value) => <DatabasePanel database={value} />}
        </StatusPanel>
        <StatusPanel title="This process" value={process}>
          {(value) => <ProcessPanel process={value} />}
        </StatusPanel>
      </div>
    </div>
  );
}

const WARNINGS: Record<AdminStatus['settings'][number], string> = {
  disk_full:
    'The disk of the database is full: the site is read-only. Free at least 96 MB; changes are then possible again without a restart.',
  replica_not_used:
    'The replica of DATABASE_REPLICA_URL cannot be used at the moment: pages are read from the primary. The log has the reason (replica_not_used).',
  separate_stores:
    'Another process on this database stores images and imports elsewhere: some pages lack images. Use the same DATA_DIR or the same S3_* settings for all processes.',
  missing_pictures:
    'Images of this database are missing in its storage. Check that DATA_DIR or the S3_* settings are those used for the uploads, or restore the files.',
  no_smtp: 'No mail server configured (SMTP_URL): emails are written to DATA_DIR/outbox and not delivered.',
  admin_password: 'ADMIN_PASSWORD is still set. The administrator exists: remove ADMIN_EMAIL and ADMIN_PASSWORD from the settings.',
  no_public_url: 'PUBLIC_URL is not set: links in emails and feeds only work on this machine.',
  plain_http: 'The site is reachable from the network, and PUBLIC_URL starts with http: without TLS, passwords are sent unencrypted.',
  no_archive: 'WAL_ARCHIVE_DIR is not set: if the disk fails, everything since the last backup is lost.',
};

/** Problems, and settings that need attention; nothing otherwise. */
function ConfigurationWarnings({ settings }: { settings: AdminStatus['settings'] }) {
  if (settings.length === 0) return null;
  return (
    <Alert title="Needs attention">
      <ul className="ops-notes">
        {settings.map((note) => (
          <li key={note}>{WARNINGS[note]}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** Job counts by task, and permanently failed jobs. */
function JobPanel({ jobs: { tasks, is_all, dead } }: { jobs: PanelData<'jobs'> }) {
  return (
    <>
      {tasks.length === 0 ? (
        <p className="ops-none">No jobs waiting.</p>
      ) : (
        <table className="ops-table">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Waiting</th>
              <th scope="col">Running</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ task, ...counts }) => (
              <tr key={task}>
                <th scope="row">{task}</th>
                <td>{formatCount(counts.waiting)}</td>
                <td>{formatCount(counts.running)}</td>
                <td>{formatCount(counts.dead)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {is_all ? null : <p className="hint">More than 20,000 jobs; only 20,000 were counted.</p>}
      <DeadJobs jobs={dead} />
    </>
  );
}

/** Jobs without attempts left, to retry or remove. */
function DeadJobs({ jobs }: { jobs: readonly DeadJobView[] }) {
  const reload = useStatusReload();
  const [busyId, setBusyId] = useState<number | null>(null);
  const [removing, setRemoving] = useState<DeadJobView | null>(null);

  async function act(job: DeadJobView, action: 'retry' | 'remove'): Promise<void> {
    if (busyId !== null) return;
    setBusyId(job.id);
    try {
      await (action === 'retry' ? apiRequest('POST', `/admin/jobs/${job.id}/retry`) : apiRequest('DELETE', `/admin/jobs/${job.id}`));
      void toast(
        action === 'retry'
          ? { title: 'Job queued', text: `${job.task} will run again now.` }
          : { title: 'Job removed', text: `Job ${job.task} was removed.` },
      );
    } catch (error) {
      const title = action === 'retry' ? 'Error retrying job' : 'Error removing job';
      void toast({ title, text: error instanceof Error ? error.message : '', wrong: true });
    }
    // Also after an error: another administrator may have handled the job.
    await reload();
    setBusyId(null);
    setRemoving(null);
  }

  if (jobs.length === 0) return null;
  return (
    <>
      <h3>Failed permanently</h3>
      <ul className="ops-dead">
        {jobs.map((job) => (
          <li key={job.id}>
            <p>
              <b>{job.task}</b>{' '}
              <small className="figures">
                {job.tries === 1 ? '1 attempt' : `${job.tries} attempts`}, queued {formatLocalTime(job.added_at)}
              </small>
            </p>
            <p className="ops-error figures">{job.last_error ?? 'No error recorded.'}</p>
            <p className="row-gap">
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Retry ${job.task}, job ${job.id}`}
                aria-busy={busyId === job.id || undefined}
                aria-disabled={busyId !== null || undefined}
                onClick={() => void act(job, 'retry')}
              >
                Retry
              </button>
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Remove ${job.task}, job ${job.id}`}
                aria-disabled={busyId !== null || undefined}
                onClick={() => {
                  if (busyId === null) setRemoving(job);
                }}
              >
                Remove
              </button>
            </p>
          </li>
        ))}
      </ul>
      {removing === null ? null : (
        <ConfirmDialog title="Are you sure?" confirm="Remove" onConfirm={() => act(removing, 'remove')} onCancel={() => setRemoving(null)}>
          The job {removing.task} will not run. This action cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Fetches the status every ten seconds while the page is visible. */
function useStatus() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => apiRequest<AdminStatus>('GET', '/admin/operations'),
    staleTime: 0,
    // Also fetch while offline, so that the page shows the error.
    networkMode: 'always',
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
  return query;
}

/** Returns a function that refetches the status, for use after an action. */
function useStatusReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
