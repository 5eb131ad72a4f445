import { useState } from 'react';
import { AdminTable, RowTitle, StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { PagedList, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { RecordNote, useRecord } from '#src/admin-ui/record.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import type { FunctionRun, FunctionRunPage } from '../contract.ts';

export const RUN_STATES = {
  queued: { kind: 'amber', text: 'Queued' },
  running: { kind: 'amber', text: 'Running' },
  succeeded: { kind: 'good', text: 'Succeeded' },
  failed: { kind: 'rose', text: 'Failed' },
  interrupted: { kind: 'rose', text: 'Interrupted' },
} as const;

const TRIGGERS: Record<FunctionRun['trigger'], string> = {
  http: 'Request',
  event: 'Event',
  schedule: 'Schedule',
  manual: 'Run now',
};

/** The runs of a function, newest first, with their logs. */
export function FunctionRuns({ name, onRefresh }: { name: string; onRefresh: () => Promise<void> }) {
  const [status, setStatus] = useState('');
  const query = usePagedList<FunctionRunPage>(`/functions/${name}/runs`, status === '' ? {} : { status });
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <section className="webhook-log" aria-labelledby="function-runs">
      <div className="webhook-log-head">
        <h3 id="function-runs" className="desk-part">
          Runs
        </h3>
        <select className="input select" aria-label="Status" value={status} onChange={(event) => setStatus(event.target.value)}>
          <option value="">All</option>
          <option value="failed">Failed</option>
        </select>
        <button type="button" className="btn btn-line btn-sm" onClick={() => void onRefresh()}>
          Refresh
        </button>
      </div>
      <PagedList
        query={query}
        count={runs.length}
        words={['run', 'runs']}
        loading="Loading runs..."
        empty={status === '' ? 'No runs in the last 30 days.' : 'No failed runs in the last 30 days.'}
        failed="Error loading runs"
      >
        <AdminTable
          className="table webhook-deliveries"
          rows={runs}
          columns={[
            { title: 'Run', cell: (run) => <RunTitle run={run} /> },
            { title: 'Status', cell: (run) => <RunStatus run={run} /> },
          ]}
        />
      </PagedList>
    </section>
  );
}

function RunTitle({ run }: { run: FunctionRun }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowTitle note={formatLocalTime(run.created_at)}>{run.subject}</RowTitle>
      <details className="webhook-data" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Log</summary>
        {isOpen ? <RunLog run={run} /> : null}
      </details>
    </>
  );
}

/** Loaded when it is opened. */
function RunLog({ run: { id, function: name } }: { run: FunctionRun }) {
  const query = useRecord<FunctionRun>(`/functions/${name}/runs/${id}`);
  return (
    <RecordNote query={query} loading="Loading log..." gone="This run was deleted. Runs are stored for 30 days.">
      {({ log }) => (
        <>
          <p>
            <code>{id}</code>
          </p>
          {log === '' ? <p>Nothing was logged.</p> : <pre>{log}</pre>}
        </>
      )}
    </RecordNote>
  );
}

function RunStatus({ run }: { run: FunctionRun }) {
  const { trigger, status, attempt, duration_ms, memory_mb, http_status, error } = run;
  const { kind, text } = RUN_STATES[status];
  const figures = [
    TRIGGERS[trigger],
    attempt > 1 ? `attempt ${attempt}` : '',
    http_status === null ? '' : `status ${http_status}`,
    duration_ms === null ? '' : `${duration_ms} ms`,
    memory_mb === null ? '' : `${memory_mb} MB`,
  ];
  return (
    <>
      <span className="row-badges">
        <StatusBadge kind={kind}>{text}</StatusBadge>
      </span>
      <small className="figures">{figures.filter(Boolean).join(', ')}</small>
      {error === '' ? null : <small>{error}</small>}
    </>
  );
}
