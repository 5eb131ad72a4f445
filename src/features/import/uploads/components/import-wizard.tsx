import { useState } from 'react';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { useLeaveGuard } from '#src/admin-ui/use-leave-guard.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import type { ImportHow, ImportReport, ImportUpload } from '../contract.ts';
import { Stage } from './import-parts.tsx';
import { CollectStage, DoneStage, ReviewStage } from './import-stages.tsx';
import { useImport, useImportActions, useImportCache } from './use-import.tsx';
import { useImportFiles } from './use-import-files.ts';
import { announceProgress, WorkStage } from './work-stage.tsx';

const DEFAULT_OPTIONS: ImportHow = { publishing: 'draft', keep_duplicates: false, map: '' };

type Props = {
  /** Empty before the first upload. */
  id: string;
  onCreated: (made: ImportUpload) => void;
  onDiscarded: () => void;
};

/** One import, from its first file to its tales. */
export function ImportWizard({ id, onCreated, onDiscarded }: Props) {
  const query = useImport(id);
  const { cacheNew } = useImportCache();
  const report = id === '' ? undefined : query.data;
  const [chosen, setChosen] = useState<ImportHow | null>(null);
  const how = chosen ?? report?.how ?? DEFAULT_OPTIONS;
  const uploading = useImportFiles({
    id,
    existing: report?.files.length ?? 0,
    onCreated: (made) => {
      cacheNew(made);
      onCreated(made);
    },
  });
  const { prompt: asked } = useLeaveGuard(() => uploading.isUnsent);
  const actions = useImportActions({ id, how, onChecked: () => setChosen(null), onDiscarded });
  const title = titleOf(report);
  const shared = { uploading, how, onHow: setChosen, actions };
  return (
    <>
      {id === '' ? null : (
        <a className="import-back" href={urls.manageImport()}>
          <Icon name="back" />
          All imports
        </a>
      )}
      <p className="visually-hidden" role="status">
        {id === '' ? '' : announceProgress(title, report?.progress ?? null)}
      </p>
      <Stage title={title} failure={report?.state === 'checked' ? null : actions.runner.failure}>
        {id === '' ? (
          <CollectStage id="" report={undefined} {...shared} />
        ) : (
          <QueryPanel query={query} loading="Loading the import..." failed="Error loading the import">
            {report === undefined ? null : stageOf(report, { ...shared, title, isChanged: chosen !== null && !isSame(chosen, report.how) })}
          </QueryPanel>
        )}
      </Stage>
      {actions.dialog}
      {asked === null ? null : (
        <ConfirmDialog
          title="Uploads in progress"
          cancel="Stay"
          confirm="Leave"
          onConfirm={async () => asked.leave()}
          onCancel={asked.stay}
        >
          Files not uploaded yet are cancelled when you leave. Uploaded files are kept, and you can continue later.
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
      return <WorkStage report={report} title={title} actions={shared.actions} />;
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
  checking: 'Creating preview',
  checked: 'Review',
  importing: 'Importing tales',
  done: 'Imported',
};

function titleOf(report: ImportReport | undefined): string {
  return TITLES[report?.state ?? 'collecting'];
}

function isSame(one: ImportHow, other: ImportHow): boolean {
  return one.publishing === other.publishing && one.keep_duplicates === other.keep_duplicates && one.map === other.map;
}
