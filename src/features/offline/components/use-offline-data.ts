import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Download, findDownload, onDownloads } from '../store/downloads.ts';
import {
  isSavedOffline,
  listRecords,
  onOfflineChange,
  type PackRecord,
  type RemovedRecord,
  type TaleRecord,
} from '../store/offline-records.ts';

export type OfflineData = { tales: TaleRecord[]; packs: PackRecord[]; gone: RemovedRecord[] };

const DEBOUNCE_MS = 60;

/** Returns the data stored on the device; `failed` if storage is unavailable. */
export function useOfflineData(): OfflineData | 'loading' | 'failed' {
  const [data, setData] = useState<OfflineData | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const read = () =>
      readOfflineData().then(
        (found) => isOver || setData(found),
        () => isOver || setData('failed'),
      );
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(read, DEBOUNCE_MS);
    };
    const stop = onOfflineChange(soon);
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return data;
}

/** Returns the tales saved on this device; none while loading or if storage is unavailable. */
export function listSavedOffline(data: ReturnType<typeof useOfflineData>): TaleRecord[] {
  return typeof data === 'string' ? [] : data.tales.filter(isSavedOffline);
}

/** Returns the running download with this id. */
export function useDownload(id: string): Download | undefined {
  return useSyncExternalStore(
    onDownloads,
    () => findDownload(id),
    () => undefined,
  );
}

async function readOfflineData(): Promise<OfflineData> {
  if (!('serviceWorker' in navigator)) throw new Error('Service workers are not supported');
  const [tales, packs, gone] = await Promise.all([listRecords('tales'), listRecords('packs'), listRecords('gone')]);
  return { tales, packs, gone };
}

/** Counts the tales saved on this device; 0 if storage is unavailable. */
export async function countOfflineTales(): Promise<number> {
  return (await listRecords('tales').catch(() => [])).filter(isSavedOffline).length;
}
