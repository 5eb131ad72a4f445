import { useFocusWhenLost } from '#src/features/catalogue/components/use-focus-when-lost.ts';
import { AskedPanel } from '#src/features/import-uploads/components/asked-panel.tsx';
import { StaffPage } from '#src/features/staff/components/staff-frame.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { BackupFacts } from '../components/backup-facts.tsx';
import { CountFacts } from '../components/count-facts.tsx';
import { DatabaseFacts } from '../components/database-facts.tsx';
import { DiskFacts } from '../components/disk-facts.tsx';
import { JobFacts } from '../components/job-facts.tsx';
import { MailFacts } from '../components/mail-facts.tsx';
import { Panel } from '../components/panel.tsx';
import { ProcessFacts } from '../components/process-facts.tsx';
import { SettingsNotes } from '../components/settings-notes.tsx';
import { useOperations } from '../components/use-operations.ts';
import type { Operations } from '../contract.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** How the site is doing, for who looks after it. */
export function ManageOperationsPage() {
  const query = useOperations();
  const { data, isFetching } = query;
  return (
    <StaffPage title="Operations" lede="How the site is doing at this moment" path={urls.manageOperations()} className="ops">
      <AskedPanel query={query} loading="Loading figures..." failed="Error loading figures">
        {data === undefined ? null : (
          <>
            <div className="ops-now">
              <p className="figures">
                As at {time.format(new Date(data.at))}. <small>Measured again every ten seconds while you look.</small>
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
            <SettingsNotes settings={data.settings} />
            <Panels figures={data} />
          </>
        )}
      </AskedPanel>
    </StaffPage>
  );
}

function Panels({ figures: { at, mails, jobs, database, disk, process, backups, counts } }: { figures: Operations }) {
  // A job that is run again or removed takes its buttons with it.
  const jobsHeading = useFocusWhenLost<HTMLHeadingElement>(jobs?.dead.map(({ id }) => id).join() ?? '');
  return (
    <>
      <div className="ops-panels">
        <div>
          <Panel title="Mails" value={mails}>
            {(value) => <MailFacts mails={value} />}
          </Panel>
          <Panel title="Jobs" value={jobs} heading={jobsHeading}>
            {(value) => <JobFacts jobs={value} />}
          </Panel>
          <Panel title="Last backup" value={backups}>
            {(value) => <BackupFacts backups={value} now={at} />}
          </Panel>
          <Panel title="Disk" value={disk}>
            {(value) => <DiskFacts disk={value} now={at} />}
          </Panel>
        </div>
        <div>
          <Panel title="Database" value={database}>
            {(value) => <DatabaseFacts database={value} />}
          </Panel>
          <Panel title="This process" value={process}>
            {(value) => <ProcessFacts process={value} />}
          </Panel>
        </div>
      </div>
      <Panel title="Readers, in 30 days" value={counts}>
        {(value) => <CountFacts counts={value} />}
      </Panel>
    </>
  );
}
