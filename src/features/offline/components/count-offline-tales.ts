import { isSavedOffline, listRecords } from '../store/offline-records.ts';

/** Counts the tales saved on this device; 0 if storage is unavailable. */
export async function countOfflineTales(): Promise<number> {
  return (await listRecords('tales').catch(() => [])).filter(isSavedOffline).length;
}
