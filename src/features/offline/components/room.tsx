import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { removePack } from '../store/downloads.ts';
import { dropTale } from '../store/drop-tales.ts';
import { roomLeft } from '../store/keep-tale.ts';
import { sumBytes } from '../store/tale-record.ts';
import { formatBytes } from './sizes.ts';
import type { Kept } from './use-kept.ts';

/** What all that is here takes, what room there is, and a way to take everything away. */
export function Room({ kept }: { kept: Kept }) {
  const [left, setLeft] = useState<number | undefined>();
  const [isAsking, setAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the room changes with what is kept
  useEffect(() => {
    void roomLeft().then(setLeft);
  }, [kept]);

  async function removeAll(): Promise<void> {
    for (const { id } of kept.packs) await removePack(id);
    for (const tale of kept.tales) await dropTale(tale);
    setAsking(false);
    await toast({ title: 'Nothing is kept on this device any more' });
  }

  return (
    <div className="room">
      <p className="count-line">
        {formatBytes(sumBytes(kept.tales))} of tales
        {left !== undefined && Number.isFinite(left) ? `; room for ${formatBytes(left)} more` : ''}
      </p>
      {kept.tales.length > 0 ? (
        <button type="button" className="btn btn-quiet" onClick={() => setAsking(true)}>
          Remove all
        </button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog title="Are you sure?" confirm="Remove" onConfirm={removeAll} onCancel={() => setAsking(false)}>
          This will take every tale off this device. They stay in the library.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
