import type { ReactNode } from 'react';
import { talesCount } from '#src/ui/wording.ts';
import type { ImportRun } from '../contract.ts';
import { useMore } from './use-more.ts';

const STEP = 20;

/** What came of taking a run back, told when it is known. `children` stand there before. */
export function UndoneWords({ run: { state, undone }, children }: { run: ImportRun; children?: ReactNode }) {
  if (state !== 'undoing' && state !== 'undone') return null;
  return (
    <div className="import-undone" role="status">
      {undone === null ? children : <Undone undone={undone} />}
    </div>
  );
}

function Undone({ undone: { removed, edited, changed } }: { undone: NonNullable<ImportRun['undone']> }) {
  const { shown, more, showMore } = useMore(edited, STEP);
  return (
    <>
      <p>
        {removed === 0 ? 'No tale was there to be taken back.' : `${talesCount(removed)} ${removed === 1 ? 'was' : 'were'} taken back.`}
        {changed === 0 ? '' : ` ${talesCount(changed)} of earlier imports ${changed === 1 ? 'stays' : 'stay'} as brought up to date.`}
      </p>
      {edited.length === 0 ? null : (
        <p>
          {edited.length === 1 ? 'One stays' : `${edited.length} stay`}, as an editor has changed {edited.length === 1 ? 'it' : 'them'}{' '}
          since: <bdi>{shown.map((title) => `“${title}”`).join(', ')}</bdi>
          {more > 0 ? ', …' : '.'}
        </p>
      )}
      {more > 0 ? (
        <button type="button" className="btn btn-line btn-sm" onClick={showMore}>
          Name {more} more
        </button>
      ) : null}
    </>
  );
}
