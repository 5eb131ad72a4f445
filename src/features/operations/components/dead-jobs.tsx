import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { momentOf } from '#src/ui/when.ts';
import type { DeadJobView } from '../contract.ts';
import { useOperationsReload } from './use-operations.ts';

/** Jobs that have used up their tries: to be done again when what was wrong is mended, or given up. */
export function DeadJobs({ jobs }: { jobs: readonly DeadJobView[] }) {
  const reload = useOperationsReload();
  const [busyId, setBusyId] = useState<number | null>(null);
  const [removing, setRemoving] = useState<DeadJobView | null>(null);

  async function act(job: DeadJobView, deed: 'retry' | 'remove'): Promise<void> {
    if (busyId !== null) return;
    setBusyId(job.id);
    try {
      await (deed === 'retry' ? send('POST', `/admin/jobs/${job.id}/retry`) : send('DELETE', `/admin/jobs/${job.id}`));
      void toast(
        deed === 'retry'
          ? { title: 'Job queued', text: `${job.task} will be tried again at once.` }
          : { title: 'Job removed', text: `${job.task} will not be done.` },
      );
    } catch (error) {
      const title = deed === 'retry' ? 'Error running job' : 'Error removing job';
      void toast({ title, text: error instanceof Error ? error.message : '', wrong: true });
    }
    // Also after a refusal: somebody else may have been quicker.
    await reload();
    setBusyId(null);
    setRemoving(null);
  }

  if (jobs.length === 0) return null;
  return (
    <>
      <h3>Failed for good</h3>
      <ul className="ops-dead">
        {jobs.map((job) => (
          <li key={job.id}>
            <p>
              <b>{job.task}</b>{' '}
              <small className="figures">
                {job.tries === 1 ? 'tried once' : `tried ${job.tries} times`}, since {momentOf(job.added_at)}
              </small>
            </p>
            <p className="ops-error figures">{job.last_error ?? 'Why is not known.'}</p>
            <p className="row-gap">
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Run ${job.task} again, job ${job.id}`}
                aria-busy={busyId === job.id || undefined}
                aria-disabled={busyId !== null || undefined}
                onClick={() => void act(job, 'retry')}
              >
                Run again
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
          What this job was to do ({removing.task}) will not be done. This action cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
