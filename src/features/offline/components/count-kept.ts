import { listRecords } from '../store/records.ts';
import { isKept } from '../store/tale-record.ts';

/** How many tales somebody asked to keep on this device; 0 where the browser keeps nothing. */
export async function countKept(): Promise<number> {
  return (await listRecords('tales').catch(() => [])).filter(isKept).length;
}
