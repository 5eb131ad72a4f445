/** Many tales kept one after the other: packs and shelves. They go on while the reader turns pages. Browser-safe. */
import { releaseTale } from './drop-tales.ts';
import { keepTale, NotKept, prepareKeeping, type Reason } from './keep-tale.ts';
import { changeRecord, findRecord, listRecords } from './records.ts';
import type { PackRecord, TaleRecord } from './tale-record.ts';

export type Download = { done: number; total: number };
/** How it ended. `gone`: so many tales are not there any more. */
export type Ended = { gone: number } | 'stopped';

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

/** Keeps those that are not kept yet. One that was stopped or broken off goes on where it was. Throws NotKept. */
export async function keepMany(id: string, slugs: readonly string[], reason: Reason): Promise<Ended> {
  const stopper = new AbortController();
  const tell = (done: number) => {
    running.set(id, { done, total: slugs.length, stopper });
    for (const listener of listeners) listener();
  };
  tell(0);
  try {
    await prepareKeeping();
    let gone = 0;
    for (const [index, slug] of slugs.entries()) {
      if (stopper.signal.aborted) return 'stopped';
      if (!hasReason(await findRecord('tales', slug), reason)) gone += await keepOrMiss(slug, reason, stopper.signal);
      tell(index + 1);
    }
    return { gone };
  } catch (error) {
    if (stopper.signal.aborted) return 'stopped';
    throw error;
  } finally {
    running.delete(id);
    for (const listener of listeners) listener();
  }
}

/** Notes that the pack is wanted, and keeps its tales; those that are not there any more are no part of it. */
export async function keepPack({ id, name, slugs }: Omit<PackRecord, 'at'>): Promise<Ended> {
  await changeRecord('packs', id, (old) => ({ id, name, slugs, at: old?.at ?? Date.now() })).catch(() => {
    throw new NotKept('unable');
  });
  const ended = await keepMany(id, slugs, { pack: id });
  if (ended !== 'stopped' && ended.gone > 0) {
    const here = new Set((await listRecords('tales')).filter(({ packs }) => packs.includes(id)).map(({ slug }) => slug));
    await changeRecord('packs', id, (pack) => pack && { ...pack, slugs: pack.slugs.filter((slug) => here.has(slug)) });
  }
  return ended;
}

/** Tales that are kept for another reason too stay. */
export async function removePack(id: string): Promise<void> {
  stopDownload(id);
  await changeRecord('packs', id, () => undefined);
  const tales = (await listRecords('tales')).filter(({ packs }) => packs.includes(id));
  for (const { slug } of tales) await releaseTale(slug, { pack: id });
}

function hasReason(record: TaleRecord | undefined, reason: Reason): boolean {
  if (record === undefined) return false;
  return reason === 'itself' ? record.keptAt > 0 : record.packs.includes(reason.pack);
}

/** 1 for a tale that is not there any more. */
async function keepOrMiss(slug: string, reason: Reason, signal: AbortSignal): Promise<number> {
  try {
    await keepTale(slug, reason, signal);
    return 0;
  } catch (error) {
    if (error instanceof NotKept && error.why === 'gone') return 1;
    throw error;
  }
}
