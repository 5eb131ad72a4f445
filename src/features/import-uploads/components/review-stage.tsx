import { useState } from 'react';
import { formatCount, talesCount } from '#src/ui/wording.ts';
import type { ImportHow, ImportReport, ImportTale } from '../contract.ts';
import { CheckButton, DiscardButton } from './collect-stage.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { DeedButton } from './deed-button.tsx';
import { ImportFacts } from './import-facts.tsx';
import { ImportFiles } from './import-files.tsx';
import { ImportOptions } from './import-options.tsx';
import { comingOf, comingWords, foundWords } from './sums.ts';
import type { Deeds } from './use-deeds.tsx';
import type { ImportFiles as Sending } from './use-import-files.ts';

type Props = {
  report: ImportReport;
  sending: Sending;
  how: ImportHow;
  /** The options are not those of the dry run that is shown. */
  isChanged: boolean;
  onHow: (how: ImportHow) => void;
  deeds: Deeds;
};

/** What the check has found: to be read, changed, imported in whole or in part, or discarded. */
export function ReviewStage({ report, sending, how, isChanged, onHow, deeds }: Props) {
  const { id, books, files } = report;
  const read = books.filter(({ outcome }) => outcome === 'read');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(() => new Set(report.how.exclude));
  const toggle = ({ key = '' }: ImportTale) => {
    const next = new Set(excluded);
    if (!next.delete(key)) next.add(key);
    setExcluded(next);
  };
  const coming = comingOf(read, excluded);
  const isOld = isChanged || sending.isBusy;
  return (
    <>
      <p className="import-sum">{read.length === 0 ? 'No tales were found.' : `${foundWords(read)}.`}</p>
      <ImportFacts report={report} choice={{ id, excluded, toggle }}>
        <ColumnChoice books={books} how={how} onChange={onHow} />
      </ImportFacts>
      <details className="import-more-facts">
        <summary>
          {formatCount(files.length)} {files.length === 1 ? 'file' : 'files'} and options
        </summary>
        <ImportFiles id={id} files={files} sending={sending} deed={deeds.deed} />
        <ImportOptions how={how} onChange={onHow} />
      </details>
      <div className="import-deeds">
        {deeds.deed.failure === null ? null : (
          <p className="import-not-done" role="alert">
            {deeds.deed.failure}
          </p>
        )}
        <p>
          {isOld ? (
            'Options changed. Preview again before importing.'
          ) : coming.tales === 0 ? (
            'There is nothing to import.'
          ) : (
            <>
              Will be imported: <b>{talesCount(coming.tales)}</b>, {comingWords(coming)}.
            </>
          )}
        </p>
        <div className="import-end">
          {isOld || coming.tales === 0 ? (
            <CheckButton count={files.length} sending={sending} deeds={deeds}>
              Preview again
            </CheckButton>
          ) : (
            <DeedButton
              deed={deeds.deed}
              name="import"
              busyText="Asking..."
              className="btn btn-solid"
              onPress={() => deeds.bringIn(excluded)}
            >
              Import {talesCount(coming.tales)}
            </DeedButton>
          )}
          <DiscardButton deeds={deeds} />
        </div>
      </div>
    </>
  );
}
