import { momentOf } from '#src/ui/when.ts';
import { formatCount } from '#src/ui/wording.ts';
import type { ImportRun } from '../contract.ts';
import { UndoRun } from './undo-run.tsx';
import { UndoneWords } from './undone-words.tsx';

/** What was brought in before, the newest first. */
export function RunTable({ runs }: { runs: readonly ImportRun[] }) {
  return (
    <table className="table import-runs">
      <thead>
        <tr>
          <th scope="col">Books</th>
          <th scope="col">Status</th>
          <th scope="col">When</th>
          <th scope="col">Tales</th>
          <th scope="col">Drafts</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <td>
              <span className="row-title">
                <span>
                  <b>
                    <bdi>{run.books.join(', ') || `Import ${run.id}`}</bdi>
                    {run.book_count > run.books.length ? ` and ${formatCount(run.book_count - run.books.length)} more` : ''}
                  </b>
                  <small>
                    {/* Books of which nothing is left are forgotten. */}
                    {run.books.length === 0 ? null : `Import ${run.id}${run.by === null ? '' : ', '}`}
                    {run.by === null ? null : (
                      <>
                        by <bdi>{run.by}</bdi>
                      </>
                    )}
                  </small>
                </span>
              </span>
              <UndoneWords run={run} />
            </td>
            <td>
              <RunBadge state={run.state} />
            </td>
            <td className="when figures" data-label="On">
              {momentOf(run.started_at)}
            </td>
            <td className="figures" data-label="Tales there">
              {formatCount(run.tales)}
              {run.left_out > 0 ? <small>{formatCount(run.left_out)} left out</small> : null}
            </td>
            <td className="figures" data-label="Drafts">
              {formatCount(run.drafts)}
            </td>
            <td className="row-deed">
              <UndoRun run={run} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATES: Record<ImportRun['state'], { kind: string; text: string }> = {
  done: { kind: 'badge-good', text: 'Done' },
  broken_off: { kind: 'badge-amber', text: 'Not finished' },
  undoing: { kind: 'badge-amber', text: 'Being taken back' },
  undone: { kind: '', text: 'Taken back' },
};

function RunBadge({ state }: { state: ImportRun['state'] }) {
  const { kind, text } = STATES[state];
  return (
    <span className={`badge ${kind}`.trim()}>
      <i />
      {text}
    </span>
  );
}
