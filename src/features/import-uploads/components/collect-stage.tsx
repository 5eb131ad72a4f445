import { Alert } from '#src/ui/alert.tsx';
import type { ImportHow, ImportReport } from '../contract.ts';
import { ColumnChoice } from './column-choice.tsx';
import { DeedButton } from './deed-button.tsx';
import { ImportFacts } from './import-facts.tsx';
import { ImportFiles } from './import-files.tsx';
import { ImportOptions } from './import-options.tsx';
import { UndoRun } from './undo-run.tsx';
import { UndoneWords } from './undone-words.tsx';
import type { Deeds } from './use-deeds.tsx';
import { useRuns } from './use-import.ts';
import type { ImportFiles as Sending } from './use-import-files.ts';

type Props = {
  id: string;
  /** Undefined: nothing has come yet, and there is no import. */
  report: ImportReport | undefined;
  sending: Sending;
  how: ImportHow;
  onHow: (how: ImportHow) => void;
  deeds: Deeds;
};

/** Files, and what is to become of them. */
export function CollectStage({ id, report, sending, how, onHow, deeds }: Props) {
  const files = report?.files ?? [];
  return (
    <>
      {report === undefined || report.problem === null ? null : <BrokenOff report={report} />}
      <ImportFiles id={id} files={files} sending={sending} deed={deeds.deed} />
      <ImportOptions how={how} onChange={onHow} />
      <ColumnChoice books={report?.books ?? []} how={how} onChange={onHow} />
      <div className="import-end">
        <CheckButton count={files.length} sending={sending} deeds={deeds}>
          Preview import
        </CheckButton>
        {id === '' ? null : <DiscardButton deeds={deeds} />}
        <p className="hint">Nothing is saved until you confirm.</p>
      </div>
    </>
  );
}

/** Why it could not be finished, and what was written before. */
function BrokenOff({ report }: { report: ImportReport }) {
  const run = useRuns(report.run !== null).data?.runs.find(({ id }) => id === report.run);
  return (
    <>
      <Alert title="This could not be finished" wrong>
        {report.problem}
      </Alert>
      {run === undefined ? null : (
        <>
          <UndoneWords run={run}>What was written is being taken back.</UndoneWords>
          <UndoRun run={run} />
        </>
      )}
      {report.is_dry || report.books.length === 0 ? null : <ImportFacts report={report} run={run} />}
    </>
  );
}

type CheckProps = { count: number; sending: Sending; deeds: Deeds; children: string };

/** Begins the dry run, once all files have come. */
export function CheckButton({ count, sending, deeds, children }: CheckProps) {
  if (count === 0 || sending.isBusy)
    return (
      <button type="button" className="btn btn-solid is-disabled" aria-disabled="true" aria-describedby="import-why-not">
        {children}
        <span className="visually-hidden" id="import-why-not">
          {sending.isBusy ? 'as soon as all files have come' : 'as soon as there is a file'}
        </span>
      </button>
    );
  return (
    <DeedButton deed={deeds.deed} name="check" busyText="Asking..." className="btn btn-solid" onPress={deeds.check}>
      {children}
    </DeedButton>
  );
}

export function DiscardButton({ deeds }: { deeds: Deeds }) {
  return (
    <button type="button" className="btn btn-quiet" onClick={deeds.askToDiscard}>
      Discard
    </button>
  );
}
