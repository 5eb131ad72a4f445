import { useFocusWhenLost } from '#src/features/catalogue/components/use-focus-when-lost.ts';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import type { ImportReport } from '../contract.ts';
import { ImportFacts } from './import-facts.tsx';
import { comingOf, comingWords } from './sums.ts';
import { UndoRun } from './undo-run.tsx';
import { UndoneWords } from './undone-words.tsx';
import { useRuns } from './use-import.ts';

/** What was made, where it is, and the way back. */
export function DoneStage({ report }: { report: ImportReport }) {
  const runs = useRuns();
  const run = runs.data?.runs.find(({ id }) => id === report.run);
  const sum = useFocusWhenLost<HTMLParagraphElement>(run?.state ?? '');
  const made = comingOf(report.books);
  const isThere = run === undefined || run.state === 'done' || run.state === 'broken_off';
  return (
    <>
      <p className="import-sum" ref={sum} tabIndex={-1}>
        {run?.state === 'undoing'
          ? 'This import is being undone.'
          : run?.state === 'undone'
            ? 'This import was undone.'
            : made.tales === 0
              ? 'Nothing was written: there was nothing to do.'
              : `${talesCount(made.tales)} ${made.tales === 1 ? 'was' : 'were'} written: ${comingWords(made)}.`}
      </p>
      {report.problem === null ? null : <p className="import-about">{report.problem}</p>}
      {run === undefined ? null : <UndoneWords run={run} />}
      <div className="import-end">
        {isThere && made.drafts > 0 ? (
          <a className="btn btn-solid" href={urls.manageTales('state=draft')}>
            Look at the drafts
          </a>
        ) : null}
        {isThere && made.published > 0 ? (
          <a className="btn btn-line" href={urls.manageTales('state=published')}>
            Look at the published ones
          </a>
        ) : null}
        <a className="btn btn-line" href={urls.manageImport()}>
          Import more
        </a>
        {run === undefined ? null : <UndoRun run={run} className="btn btn-quiet" />}
      </div>
      <ImportFacts report={report} run={run} />
    </>
  );
}
