import { useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatCount, formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import type { DeadJobView, PanelData } from '../contract.ts';
import { useStatusReload } from './use-status.ts';

/** Job counts by task, and permanently failed jobs. */
export function JobPanel({ jobs: { tasks, is_all, dead } }: { jobs: PanelData<'jobs'> }) {
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
