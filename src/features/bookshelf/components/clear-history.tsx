import { useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { changeBookshelf } from './bookshelf-store.ts';

/** Takes all these tales out of the history, after asking. */
export function ClearHistory({ tales }: { tales: readonly string[] }) {
  const [isAsking, setAsking] = useState(false);

  async function clear(): Promise<void> {
    changeBookshelf(...tales.map((tale) => ({ op: 'position_gone' as const, tale })));
    setAsking(false);
    await toast({ title: 'History cleared' });
  }

  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => setAsking(true)}>
        Clear history
      </button>
      {isAsking ? (
        <ConfirmDialog title="Are you sure?" confirm="Clear" onConfirm={clear} onCancel={() => setAsking(false)}>
          This will forget every tale you have opened. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
