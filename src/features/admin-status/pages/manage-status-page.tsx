import { AdminPage } from '#src/admin-ui/admin-frame.tsx';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { AnalyticsPanel } from '../components/analytics-panel.tsx';
import { StatusPanel } from '../components/facts.tsx';
import { JobPanel } from '../components/job-panel.tsx';
import { BackupPanel, DatabasePanel, DiskPanel, MailPanel, ProcessPanel } from '../components/system-panels.tsx';
import { useStatus } from '../components/use-status.ts';
import type { AdminStatus } from '../contract.ts';

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
    </AdminPage>
  );
}

function Panels({ status: { at, mails, jobs, database, disk, process, backups, counts } }: { status: AdminStatus }) {
  // The buttons of a job disappear, with the focus, when it is retried or removed.
  const jobsHeading = useFocusWhenLost<HTMLHeadingElement>(jobs?.dead.map(({ id }) => id).join() ?? '');
  return (
    <>
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
      <StatusPanel title="Readers, last 30 days" value={counts}>
        {(value) => <AnalyticsPanel counts={value} />}
      </StatusPanel>
    </>
  );
}

const WARNINGS: Record<AdminStatus['settings'][number], string> = {
  disk_full:
    'The disk of the database is full: the site is read-only. Free at least 96 MB; changes are then possible again without a restart.',
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
