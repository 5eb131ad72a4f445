import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Download, findDownload, onDownloads } from '../store/downloads.ts';
import { type GoneRecord, listRecords, onKeptChange } from '../store/records.ts';
import type { PackRecord, TaleRecord } from '../store/tale-record.ts';

export type Kept = { tales: TaleRecord[]; packs: PackRecord[]; gone: GoneRecord[] };

/** Changes come in bursts. */
const SOON_MS = 60;

/** What is on the device, as it is now; `failed` where the browser keeps nothing. */
export function useKept(): Kept | 'loading' | 'failed' {
  const [kept, setKept] = useState<Kept | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const read = () =>
      readKept().then(
        (found) => isOver || setKept(found),
        () => isOver || setKept('failed'),
      );
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(read, SOON_MS);
    };
    const stop = onKeptChange(soon);
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return kept;
}

/** The tales that are on their way under this name. */
export function useDownload(id: string): Download | undefined {
  return useSyncExternalStore(
    onDownloads,
    () => findDownload(id),
    () => undefined,
  );
}

async function readKept(): Promise<Kept> {
  if (!('serviceWorker' in navigator)) throw new Error('There are no service workers');
  const [tales, packs, gone] = await Promise.all([listRecords('tales'), listRecords('packs'), listRecords('gone')]);
  return { tales, packs, gone };
}
