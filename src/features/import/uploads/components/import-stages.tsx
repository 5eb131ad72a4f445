import { useState } from 'react';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';
import type { ImportBook, ImportHow, ImportReport, ImportTale } from '../contract.ts';
import { actionOf } from '../tale-action.ts';
import { ImportFiles } from './import-files.tsx';
import { ColumnMapping, ImportOptions } from './import-options.tsx';
import { ActionButton } from './import-parts.tsx';
import { ReportDetails } from './report-details.tsx';
import { sumCounts } from './report-sums.ts';
import { UndoButton, UndoResult } from './run-table.tsx';
import { type ImportActions, useRuns } from './use-import.tsx';
import type { ImportFiles as Sending } from './use-import-files.ts';

type CollectProps = {
  id: string;
  /** Undefined before the first upload, when no import exists. */
  report: ImportReport | undefined;
  uploading: Sending;
  how: ImportHow;
  onHow: (how: ImportHow) => void;
  actions: ImportActions;
};

/** First step: files and options. */
export function CollectStage({ id, report, uploading, how, onHow, actions }: CollectProps) {
  const files = report?.files ?? [];
  return (
    <>
      {report === undefined || report.problem === null ? null : <Failure report={report} />}
      <ImportFiles id={id} files={files} uploading={uploading} runner={actions.runner} />
      <ImportOptions how={how} onChange={onHow} />
      <ColumnMapping books={report?.books ?? []} how={how} onChange={onHow} />
      <div className="import-end">
        <CheckButton count={files.length} uploading={uploading} actions={actions}>
          Preview import
        </CheckButton>
        {id === '' ? null : <DiscardButton actions={actions} />}
        <p className="hint">Nothing is saved until you confirm.</p>
      </div>
    </>
  );
}

/** Why the import failed, and what was written before. */
function Failure({ report }: { report: ImportReport }) {
  const run = useRuns({ isEnabled: report.run !== null }).data?.runs.find(({ id }) => id === report.run);
  return (
    <>
      <Alert title="Import not completed" wrong>
        {report.problem}
      </Alert>
      {run === undefined ? null : (
        <>
          <UndoResult run={run}>The imported tales are being removed.</UndoResult>
          <UndoButton run={run} />
        </>
      )}
      {report.is_dry || report.books.length === 0 ? null : <ReportDetails report={report} run={run} />}
    </>
  );
}

type CheckProps = { count: number; uploading: Sending; actions: ImportActions; children: string };

/** Starts the preview once all files are uploaded. */
function CheckButton({ count, uploading, actions, children }: CheckProps) {
  if (count === 0 || uploading.isBusy)
    return (
      <button type="button" className="btn btn-solid is-disabled" aria-disabled="true" aria-describedby="import-why-not">
        {children}
        <span className="visually-hidden" id="import-why-not">
          {uploading.isBusy ? 'available when all uploads are complete' : 'available when there is a file'}
        </span>
      </button>
    );
  return (
    <ActionButton runner={actions.runner} name="check" busyText="Starting..." className="btn btn-solid" onPress={actions.check}>
      {children}
    </ActionButton>
  );
}

function DiscardButton({ actions }: { actions: ImportActions }) {
  return (
    <button type="button" className="btn btn-quiet" onClick={actions.confirmDiscard}>
      Discard
    </button>
  );
}

type ReviewProps = {
  report: ImportReport;
  uploading: Sending;
  how: ImportHow;
  /** Whether the options differ from those of the preview. */
  isChanged: boolean;
  onHow: (how: ImportHow) => void;
  actions: ImportActions;
};

/** Second step: the preview, to be reviewed, changed, imported in whole or in part, or discarded. */
export function ReviewStage({ report, uploading, how, isChanged, onHow, actions }: ReviewProps) {
  const { id, books, files } = report;
  const read = books.filter(({ outcome }) => outcome === 'read');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(() => new Set(report.how.exclude));
  const toggle = ({ key = '' }: ImportTale) => {
    const next = new Set(excluded);
    if (!next.delete(key)) next.add(key);
    setExcluded(next);
  };
  const coming = countPlanned(read, excluded);
  const isOld = isChanged || uploading.isBusy;
  return (
    <>
      <p className="import-sum">{read.length === 0 ? 'No tales were found.' : `${describeFound(read)}.`}</p>
      <ReportDetails report={report} choice={{ id, excluded, toggle }}>
        <ColumnMapping books={books} how={how} onChange={onHow} />
      </ReportDetails>
      <details className="import-more-facts">
        <summary>
          {formatCount(files.length)} {files.length === 1 ? 'file' : 'files'} and options
        </summary>
        <ImportFiles id={id} files={files} uploading={uploading} runner={actions.runner} />
        <ImportOptions how={how} onChange={onHow} />
      </details>
      <div className="import-actions">
        {actions.runner.failure === null ? null : (
          <p className="import-not-done" role="alert">
            {actions.runner.failure}
          </p>
        )}
        <p>
          {isOld ? (
            'Options changed. Preview again before importing.'
          ) : coming.tales === 0 ? (
            'There is nothing to import.'
          ) : (
            <>
              Will be imported: <b>{formatTaleCount(coming.tales)}</b>, {describePlanned(coming)}.
            </>
          )}
        </p>
        <div className="import-end">
          {isOld || coming.tales === 0 ? (
            <CheckButton count={files.length} uploading={uploading} actions={actions}>
              Preview again
            </CheckButton>
          ) : (
            <ActionButton
              runner={actions.runner}
              name="import"
              busyText="Starting..."
              className="btn btn-solid"
              onPress={() => actions.startImport(excluded)}
            >
              Import {formatTaleCount(coming.tales)}
            </ActionButton>
          )}
          <DiscardButton actions={actions} />
        </div>
      </div>
    </>
  );
}

/** Last step: the result, links to the tales, and undo. */
export function DoneStage({ report }: { report: ImportReport }) {
  const runs = useRuns();
  const run = runs.data?.runs.find(({ id }) => id === report.run);
  const sum = useFocusWhenLost<HTMLParagraphElement>(run?.state ?? '');
  const made = countPlanned(report.books);
  const isThere = run === undefined || run.state === 'done' || run.state === 'broken_off';
  return (
    <>
      <p className="import-sum" ref={sum} tabIndex={-1}>
        {run?.state === 'undoing'
          ? 'This import is being undone.'
          : run?.state === 'undone'
            ? 'This import was undone.'
            : made.tales === 0
              ? 'Nothing was imported: there were no changes.'
              : `${formatTaleCount(made.tales)} imported: ${describePlanned(made)}.`}
      </p>
      {report.problem === null ? null : <p className="import-about">{report.problem}</p>}
      {run === undefined ? null : <UndoResult run={run} />}
      <div className="import-end">
        {isThere && made.drafts > 0 ? (
          <a className="btn btn-solid" href={urls.manageTales('state=draft')}>
            View drafts
          </a>
        ) : null}
        {isThere && made.published > 0 ? (
          <a className="btn btn-line" href={urls.manageTales('state=published')}>
            View published tales
          </a>
        ) : null}
        <a className="btn btn-line" href={urls.manageImport()}>
          Import more
        </a>
        {run === undefined ? null : <UndoButton run={run} className="btn btn-quiet" />}
      </div>
      <ReportDetails report={report} run={run} />
    </>
  );
}

/** New and changed tales, and how many of them will be published. */
type Planned = { tales: number; published: number; drafts: number };

export function countPlanned(books: readonly ImportBook[], excluded: ReadonlySet<string> = new Set()): Planned {
  const { made, changed } = sumCounts(books);
  const drafts = books.reduce((sum, book) => sum + book.drafts, 0);
  const all = { tales: made + changed, published: made + changed - drafts, drafts };
  const without = books.flatMap(({ tales }) => tales.filter((tale) => isWritten(tale) && excluded.has(tale.key ?? '')));
  const fewerDrafts = without.filter(({ is_draft }) => is_draft).length;
  return {
    tales: all.tales - without.length,
    published: all.published - (without.length - fewerDrafts),
    drafts: all.drafts - fewerDrafts,
  };
}

function isWritten(tale: ImportTale): boolean {
  return ['new', 'changed'].includes(actionOf(tale));
}

/** "20 published, 4 as drafts"; empty for none. */
export function describePlanned({ published, drafts }: Planned): string {
  return [
    ...(published > 0 ? [`${formatCount(published)} published`] : []),
    ...(drafts > 0 ? [`${formatCount(drafts)} ${drafts === 1 ? 'as a draft' : 'as drafts'}`] : []),
  ].join(', ');
}

/** "24 tales in 3 books". */
export function describeFound(books: readonly ImportBook[]): string {
  const { found } = sumCounts(books);
  return `${formatTaleCount(found)} in ${formatCount(books.length)} ${books.length === 1 ? 'book' : 'books'}`;
}
