import { type ReactNode, useRef, useState } from 'react';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { useLeaveGuard } from '#src/admin-ui/use-leave-guard.ts';
import { Alert } from '#src/ui/alert.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import type { ImportHow, ImportProgress, ImportReport, ImportUpload } from '../contract.ts';
import { ActionButton } from './import-parts.tsx';
import { CollectStage, DoneStage, ReviewStage } from './import-stages.tsx';
import { type ImportActions, useImport, useImportActions, useImportCache } from './use-import.tsx';
import { useImportFiles } from './use-import-files.ts';

/** Earlier figures would be unstable. */
const MIN_SAMPLE_MS = 1_500;

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

/** Progress of a running check or import, with a stop button. */
function WorkStage({ report: { state, progress }, title, actions }: { report: ImportReport; title: string; actions: ImportActions }) {
  return (
    <>
      <ProgressBar label={title} progress={progress} />
      <p className="import-about">
        {state === 'checking'
          ? 'Nothing is saved by the preview.'
          : 'If you stop, books imported so far are kept and the others are skipped.'}
      </p>
      <div className="import-end">
        <ActionButton runner={actions.runner} name="stop" busyText="Stopping..." onPress={actions.stop}>
          Stop
        </ActionButton>
      </div>
    </>
  );
}

type ProgressBarProps = { label: string; progress: ImportProgress | null };

/** Progress with rate and remaining time. */
function ProgressBar({ label, progress }: ProgressBarProps) {
  const look = useSamples(progress);
  if (progress === null || progress.is_waiting || progress.started_at === null)
    return (
      <>
        <progress className="import-bar" aria-label={label} />
        <p className="import-pace">Queued. You can leave this page; the import continues in the background.</p>
      </>
    );
  const { files, files_done, tales } = progress;
  const pace = look === null ? '' : describePace(computePace(look.first, look.now));
  return (
    <>
      <progress className="import-bar" aria-label={label} max={1} value={shareOf(progress)} />
      <p className="import-pace figures">
        <b>{Math.floor(shareOf(progress) * 100)} %</b>
        <span>
          {formatCount(files_done)} of {formatCount(files)} {files === 1 ? 'file' : 'files'}
        </span>
        <span>{formatTaleCount(tales)}</span>
        {pace === '' ? null : <span>{pace}</span>}
      </p>
    </>
  );
}

/** Announces every quarter only, so as not to flood screen readers. */
function announceProgress(label: string, progress: ImportProgress | null): string {
  if (progress === null) return label;
  if (progress.is_waiting || progress.started_at === null) return `${label}: queued`;
  const quarters = Math.floor(shareOf(progress) * 4) * 25;
  return quarters === 0 || quarters === 100 ? label : `${label}: ${quarters} %`;
}

/** Returns the first and the current sample of this check or import. */
function useSamples(progress: ImportProgress | null): { first: Sample; now: Sample } | null {
  const seen = useRef<{ started: string; first: Sample; last: ImportProgress; now: Sample } | null>(null);
  if (progress === null || progress.is_waiting || progress.started_at === null) return null;
  const before = seen.current;
  if (before !== null && before.started === progress.started_at && before.last === progress) return before;
  const now: Sample = { at: performance.now(), share: shareOf(progress), tales: progress.tales };
  const first = before?.started === progress.started_at ? before.first : now;
  seen.current = { started: progress.started_at, first, last: progress, now };
  return seen.current;
}

/** Progress at a time in ms: share done, 0 to 1, and number of tales found. */
type Sample = { at: number; share: number; tales: number };

/** `perSecond`: tales per second; `left`: seconds. Null until enough is known. */
type Pace = { perSecond: number | null; left: number | null };

/** Returns the share done, 0 to 1, by bytes, or by files when the size is unknown. */
export function shareOf({ bytes, bytes_done, files, files_done }: ImportProgress): number {
  const [all, done] = bytes > 0 ? [bytes, bytes_done] : [files, files_done];
  return all > 0 ? Math.min(1, done / all) : 0;
}

export function computePace(first: Sample, now: Sample): Pace {
  const ms = now.at - first.at;
  if (ms < MIN_SAMPLE_MS) return { perSecond: null, left: null };
  const share = now.share - first.share;
  const left = share > 0 ? ((1 - now.share) / share) * (ms / 1000) : null;
  return { perSecond: Math.max(0, now.tales - first.tales) / (ms / 1000), left };
}

/** "20 tales a second, about 2 minutes left"; empty when unknown. */
export function describePace({ perSecond, left }: Pace): string {
  const rate = perSecond === null || perSecond < 0.5 ? [] : [`${Math.round(perSecond).toLocaleString('en-GB')} tales a second`];
  const words = [...rate, ...(left === null ? [] : [`${describeDuration(left)} left`])].join(', ');
  return words.replace(/^1 tales/, '1 tale');
}

/** 90 → "about 2 minutes": rounded up, coarser for longer times. */
function describeDuration(seconds: number): string {
  if (seconds <= 5) return 'a few seconds';
  if (seconds <= 55) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
}

type StageProps = { title: string; failure: string | null; children: ReactNode };

/** One step of an import. Its heading takes the focus when the previous step had it. */
function Stage({ title, failure, children }: StageProps) {
  const heading = useFocusWhenLost<HTMLHeadingElement>(title);
  return (
    <section className="panel import-stage" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {failure === null ? null : (
        <Alert title="Action failed" wrong>
          {failure}
        </Alert>
      )}
      {children}
    </section>
  );
}
