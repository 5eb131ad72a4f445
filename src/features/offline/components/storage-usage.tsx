import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { removePack } from '../store/downloads.ts';
import { removeTale } from '../store/offline-tales.ts';
import { availableStorage } from '../store/save-tale.ts';
import type { OfflineData } from './use-offline-data.ts';

/** Storage used and available, and a button to remove everything. */
export function StorageUsage({ data }: { data: OfflineData }) {
  const [left, setLeft] = useState<number | undefined>();
  const [isConfirming, setConfirming] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: storage changes with the data
  useEffect(() => {
    void availableStorage().then(setLeft);
  }, [data]);

  async function removeAll(): Promise<void> {
    for (const { id } of data.packs) await removePack(id);
    for (const tale of data.tales) await removeTale(tale);
    setConfirming(false);
    await toast({ title: 'All downloads removed from this device' });
  }

  return (
    <div className="room">
      <p className="count-line">
        {formatBytes(sumBytes(data.tales))} of tales
        {left !== undefined && Number.isFinite(left) ? `; ${formatBytes(left)} available` : ''}
      </p>
      {data.tales.length > 0 ? (
        <button type="button" className="btn btn-quiet" onClick={() => setConfirming(true)}>
          Remove all
        </button>
      ) : null}
      {isConfirming ? (
        <ConfirmDialog title="Are you sure?" confirm="Remove" onConfirm={removeAll} onCancel={() => setConfirming(false)}>
          Downloads on this device will be deleted. The tales stay in the library.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

const oneDecimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const MEGABYTE = 1_000_000;

/** Formats 1234567 as "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes >= 1000 * MEGABYTE) return `${oneDecimal.format(bytes / MEGABYTE / 1000)} GB`;
  if (bytes < MEGABYTE / 10) return `${Math.round(bytes / 1000)} KB`;
  return `${oneDecimal.format(bytes / MEGABYTE)} MB`;
}

/** Formats 65 as "1 h 5 min". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

export function sumBytes(records: readonly { bytes: number }[]): number {
  return records.reduce((sum, { bytes }) => sum + bytes, 0);
}
