/** Downloads of several tales: packs and shelves. They continue across page navigation. */

import { changeRecord, findRecord, listRecords, type PackRecord, type TaleRecord } from './offline-records.ts';
import { releaseTale } from './offline-tales.ts';
import { prepareOfflineStorage, SaveError, type SaveReason, saveTale } from './save-tale.ts';

export type Download = { done: number; total: number };
/** `gone`: number of tales that are no longer published; `missing`: labels of attached files that could not be saved. */
export type DownloadResult = { gone: number; missing: string[] } | 'stopped';

const running = new Map<string, Download & { stopper: AbortController }>();
const listeners = new Set<() => void>();

export function onDownloads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function findDownload(id: string): Download | undefined {
  return running.get(id);
}

export function stopDownload(id: string): void {
  running.get(id)?.stopper.abort();
}

/** Saves those tales that are not saved yet, so an interrupted download can be resumed. @throws SaveError */
export async function saveTales(id: string, slugs: readonly string[], reason: SaveReason): Promise<DownloadResult> {
  const stopper = new AbortController();
  const tell = (done: number) => {
    running.set(id, { done, total: slugs.length, stopper });
    for (const listener of listeners) listener();
  };
  tell(0);
  try {
    await prepareOfflineStorage();
    let gone = 0;
    for (const [index, slug] of slugs.entries()) {
      if (stopper.signal.aborted) return 'stopped';
      if (!hasReason(await findRecord('tales', slug), reason)) gone += await saveOrSkip(slug, reason, stopper.signal);
      tell(index + 1);
    }
    const saved = (await listRecords('tales')).filter(({ slug }) => slugs.includes(slug));
    return { gone, missing: saved.flatMap(({ missing = [] }) => missing) };
  } catch (error) {
    if (stopper.signal.aborted) return 'stopped';
    throw error;
  } finally {
    running.delete(id);
    for (const listener of listeners) listener();
  }
}

/** Records the pack and saves its tales. Tales that are no longer published are dropped from it. */
export async function savePack({ id, name, slugs }: Omit<PackRecord, 'at'>): Promise<DownloadResult> {
  await changeRecord('packs', id, (old) => ({ id, name, slugs, at: old?.at ?? Date.now() })).catch(() => {
    throw new SaveError('unable');
  });
  const ended = await saveTales(id, slugs, { pack: id });
  if (ended !== 'stopped' && ended.gone > 0) {
    const here = new Set((await listRecords('tales')).filter(({ packs }) => packs.includes(id)).map(({ slug }) => slug));
    await changeRecord('packs', id, (pack) => pack && { ...pack, slugs: pack.slugs.filter((slug) => here.has(slug)) });
  }
  return ended;
}

/** Tales that are also saved for another reason stay. */
export async function removePack(id: string): Promise<void> {
  stopDownload(id);
  await changeRecord('packs', id, () => undefined);
  const tales = (await listRecords('tales')).filter(({ packs }) => packs.includes(id));
  for (const { slug } of tales) await releaseTale(slug, { pack: id });
}

function hasReason(record: TaleRecord | undefined, reason: SaveReason): boolean {
  if (record === undefined) return false;
  return reason === 'single' ? record.keptAt > 0 : record.packs.includes(reason.pack);
}

/** Returns 1 for a tale that is no longer published, else 0. */
async function saveOrSkip(slug: string, reason: SaveReason, signal: AbortSignal): Promise<number> {
  try {
    await saveTale(slug, reason, signal);
    return 0;
  } catch (error) {
    if (error instanceof SaveError && error.reason === 'gone') return 1;
    throw error;
  }
}
