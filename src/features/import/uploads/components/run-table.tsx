import { type ReactNode, useState } from 'react';
import { AdminTable, RowTitle, StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatCount, formatLocalTime, formatTaleCount } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import type { ImportRun } from '../contract.ts';
import { useShowMore } from './import-parts.tsx';
import { useImportCache } from './use-import.tsx';

/** Earlier import runs, newest first. */
export function RunTable({ runs }: { runs: readonly ImportRun[] }) {
  return (
    <AdminTable
      className="table import-runs"
      rows={runs}
      columns={[
        { title: 'Books', cell: (run) => <RunTitle run={run} /> },
        { title: 'Status', cell: ({ state }) => <StatusBadge kind={STATES[state].kind}>{STATES[state].text}</StatusBadge> },
        { title: 'When', className: 'when figures', label: 'On', cell: (run) => formatLocalTime(run.started_at) },
        {
          title: 'Tales',
          className: 'figures',
          label: true,
          cell: ({ tales, left_out }) => (
            <>
              {formatCount(tales)}
              {left_out > 0 ? <small>{formatCount(left_out)} skipped</small> : null}
            </>
          ),
        },
        { title: 'Drafts', className: 'figures', label: true, cell: (run) => formatCount(run.drafts) },
        { title: 'Actions', className: 'row-action', cell: (run) => <UndoButton run={run} /> },
      ]}
    />
  );
}

/** Books without remaining tales are not listed. */
function RunTitle({ run }: { run: ImportRun }) {
  const { id, books, book_count, by } = run;
  const note = (
    <>
      {books.length === 0 ? null : `Import ${id}${by === null ? '' : ', '}`}
      {by === null ? null : (
        <>
          by <bdi>{by}</bdi>
        </>
      )}
    </>
  );
  return (
    <>
      <RowTitle note={note}>
        <bdi>{books.join(', ') || `Import ${id}`}</bdi>
        {book_count > books.length ? ` and ${formatCount(book_count - books.length)} more` : ''}
      </RowTitle>
      <UndoResult run={run} />
    </>
  );
}

const STATES: Record<ImportRun['state'], { kind?: 'good' | 'amber'; text: string }> = {
  done: { kind: 'good', text: 'Done' },
  broken_off: { kind: 'amber', text: 'Interrupted' },
  undoing: { kind: 'amber', text: 'Undoing...' },
  undone: { text: 'Undone' },
};

type Props = { run: ImportRun; className?: string };

/** Undoes a run after confirmation. Renders nothing for a run that is undone or being undone. */
export function UndoButton({ run: { id, state, started_at }, className = 'btn btn-line btn-sm' }: Props) {
  const { reloadRuns } = useImportCache();
  const [isAsked, setAsked] = useState(false);
  if (state === 'undoing' || state === 'undone') return null;

  async function undo(): Promise<void> {
    try {
      await apiRequest('POST', `/admin/import-runs/${id}/undo`);
      await reloadRuns();
    } catch (error) {
      void toast({ title: 'Error undoing the import', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setAsked(false);
  }

  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={`Undo import of ${formatLocalTime(started_at)}`}
        onClick={() => setAsked(true)}
      >
        Undo import
      </button>
      {isAsked ? (
        <ConfirmDialog title="Undo this import?" confirm="Undo import" onConfirm={undo} onCancel={() => setAsked(false)}>
          The tales it created will be deleted and their URLs become available. Tales that an editor has changed since are kept and listed.
          Tales of earlier imports that it updated stay as they are now.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const STEP = 20;

/** The result of an undo, announced to screen readers. `children` are shown until it is known. */
export function UndoResult({ run: { state, undone }, children }: { run: ImportRun; children?: ReactNode }) {
  if (state !== 'undoing' && state !== 'undone') return null;
  return (
    <div className="import-undone" role="status">
      {undone === null ? children : <Undone undone={undone} />}
    </div>
  );
}

function Undone({ undone: { removed, edited, changed } }: { undone: NonNullable<ImportRun['undone']> }) {
  const { shown, more, showMore } = useShowMore(edited, STEP);
  return (
    <>
      <p>
        {removed === 0 ? 'There were no tales to remove.' : `${formatTaleCount(removed)} ${removed === 1 ? 'was' : 'were'} removed.`}
        {changed === 0
          ? ''
          : ` ${formatTaleCount(changed)} of earlier imports ${changed === 1 ? 'keeps its update' : 'keep their updates'}.`}
      </p>
      {edited.length === 0 ? null : (
        <p>
          {formatTaleCount(edited.length)} kept because of later edits: <bdi>{shown.map((title) => `“${title}”`).join(', ')}</bdi>
          {more > 0 ? ', …' : '.'}
        </p>
      )}
      {more > 0 ? (
        <button type="button" className="btn btn-line btn-sm" onClick={showMore}>
          Show {more} more
        </button>
      ) : null}
    </>
  );
}
