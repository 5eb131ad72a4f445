import { useState } from 'react';
import { useLeaveGuard } from '#src/features/catalogue/components/use-leave-guard.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import type { ImportHow, ImportReport, ImportUpload } from '../contract.ts';
import { AskedPanel } from './asked-panel.tsx';
import { CollectStage } from './collect-stage.tsx';
import { DoneStage } from './done-stage.tsx';
import { progressSaid } from './import-progress.tsx';
import { ReviewStage } from './review-stage.tsx';
import { Stage } from './stage.tsx';
import { useDeeds } from './use-deeds.tsx';
import { useImport, useImportCache } from './use-import.ts';
import { useImportFiles } from './use-import-files.ts';
import { WorkStage } from './work-stage.tsx';

const DEFAULT: ImportHow = { publishing: 'draft', keep_duplicates: false, map: '' };

type Props = {
  /** Blank: nothing has been sent yet. */
  id: string;
  onBegun: (made: ImportUpload) => void;
  onDiscarded: () => void;
};

/** One import, from its first file to its tales. */
export function ImportDesk({ id, onBegun, onDiscarded }: Props) {
  const query = useImport(id);
  const { keepNew } = useImportCache();
  const report = id === '' ? undefined : query.data;
  const [chosen, setChosen] = useState<ImportHow | null>(null);
  const how = chosen ?? report?.how ?? DEFAULT;
  const sending = useImportFiles({
    id,
    there: report?.files.length ?? 0,
    onBegun: (made) => {
      keepNew(made);
      onBegun(made);
    },
  });
  const { asked } = useLeaveGuard(sending.isUnsent);
  const deeds = useDeeds({ id, how, onChecked: () => setChosen(null), onDiscarded });
  const title = titleOf(report);
  const shared = { sending, how, onHow: setChosen, deeds };
  return (
    <>
      {id === '' ? null : (
        <a className="import-back" href={urls.manageImport()}>
          <Icon name="back" />
          All imports
        </a>
      )}
      <p className="visually-hidden" role="status">
        {id === '' ? '' : progressSaid(title, report?.progress ?? null)}
      </p>
      <Stage title={title} failure={report?.state === 'checked' ? null : deeds.deed.failure}>
        {id === '' ? (
          <CollectStage id="" report={undefined} {...shared} />
        ) : (
          <AskedPanel query={query} loading="Loading the import..." failed="Error loading the import">
            {report === undefined ? null : stageOf(report, { ...shared, title, isChanged: chosen !== null && !isSame(chosen, report.how) })}
          </AskedPanel>
        )}
      </Stage>
      {deeds.dialog}
      {asked === null ? null : (
        <ConfirmDialog
          title="Files are still on their way"
          cancel="Stay"
          confirm="Leave"
          onConfirm={async () => asked.leave()}
          onCancel={asked.stay}
        >
          What has not been sent yet is not sent when you leave. What has come stays, and you can go on with it later.
        </ConfirmDialog>
      )}
    </>
  );
}

type Shared = Omit<Parameters<typeof ReviewStage>[0], 'report'> & { title: string };

function stageOf(report: ImportReport, { title, isChanged, ...shared }: Shared) {
  switch (report.state) {
    case 'checking':
    case 'importing':
      return <WorkStage report={report} title={title} deeds={shared.deeds} />;
    case 'checked':
      return <ReviewStage report={report} isChanged={isChanged} {...shared} />;
    case 'done':
      return <DoneStage report={report} />;
    default:
      return <CollectStage id={report.id} report={report} {...shared} />;
  }
}

const TITLES: Record<ImportReport['state'], string> = {
  collecting: 'Upload files',
  failed: 'Upload files',
  checking: 'Checking the files',
  checked: 'Review',
  importing: 'Importing the tales',
  done: 'Brought in',
};

function titleOf(report: ImportReport | undefined): string {
  return TITLES[report?.state ?? 'collecting'];
}

function isSame(one: ImportHow, other: ImportHow): boolean {
  return one.publishing === other.publishing && one.keep_duplicates === other.keep_duplicates && one.map === other.map;
}
