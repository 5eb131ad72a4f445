import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { momentOf } from '#src/ui/when.ts';
import type { ImportRun } from '../contract.ts';
import { useImportCache } from './use-import.ts';

type Props = { run: ImportRun; className?: string };

/** Takes back what a run has made, after a word about what that means. Nothing for a run that is taken back already. */
export function UndoRun({ run: { id, state, started_at }, className = 'btn btn-line btn-sm' }: Props) {
  const { reloadRuns } = useImportCache();
  const [isAsked, setAsked] = useState(false);
  if (state === 'undoing' || state === 'undone') return null;

  async function undo(): Promise<void> {
    try {
      await send('POST', `/admin/import-runs/${id}/undo`);
      await reloadRuns();
    } catch (error) {
      void toast({ title: 'Error taking back', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setAsked(false);
  }

  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={`Take back the import of ${momentOf(started_at)}`}
        onClick={() => setAsked(true)}
      >
        Take back
      </button>
      {isAsked ? (
        <ConfirmDialog title="Take this import back?" confirm="Take back" onConfirm={undo} onCancel={() => setAsked(false)}>
          The tales that it made go, and their addresses are free again. Tales that an editor has changed since stay, and you are told
          which. Tales of earlier imports that it brought up to date stay as they are now.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
