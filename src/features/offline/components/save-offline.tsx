import { useEffect, useState } from 'react';
import { formatTaleCount } from '#src/ui/format.ts';
import { OPEN_MY_TALES, type ToastMessage, toast } from '#src/ui/toast.ts';
import { type DownloadResult, saveTales } from '../store/downloads.ts';
import { findRecord, isSavedOffline, type TaleRecord } from '../store/offline-records.ts';
import { releaseTale } from '../store/offline-tales.ts';
import { prepareOfflineStorage, SaveError, type SaveErrorReason, saveTale } from '../store/save-tale.ts';
import { formatBytes } from './storage-usage.tsx';
import { useDownload, useOfflineData } from './use-offline-data.ts';

/** Checkbox to save a tale for offline reading. */
export function SaveOfflineCheckbox({ slug }: { slug: string }) {
  const data = useOfflineData();
  const [isBusy, setBusy] = useState(false);
  // Optimistic state until the stored data has changed.
  const [wanted, setWanted] = useState<boolean | undefined>();
  const record = typeof data === 'string' ? undefined : data.tales.find((each) => each.slug === slug);
  const isOn = record !== undefined && isSavedOffline(record);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset when the stored data has changed
  useEffect(() => setWanted(undefined), [isOn]);

  async function change(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setWanted(!isOn);
    try {
      if (isOn) await remove();
      else {
        await prepareOfflineStorage();
        await saveTale(slug, 'single');
        toastReady(await findRecord('tales', slug));
      }
    } catch (error) {
      setWanted(undefined);
      toastError(error);
    }
    setBusy(false);
  }

  async function remove(): Promise<void> {
    await releaseTale(slug, 'single');
    for (const pack of record?.packs ?? []) await releaseTale(slug, { pack });
    await toast({ title: 'Removed from this device' });
  }

  return (
    <label className="check">
      <input type="checkbox" checked={wanted ?? isOn} aria-busy={isBusy || undefined} onChange={change} />
      Save offline
      {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
    </label>
  );
}

/** Button to save all tales of a shelf. `id`: of the download. */
export function SaveAllOffline({ id, slugs }: { id: string; slugs: readonly string[] }) {
  const data = useOfflineData();
  const download = useDownload(id);
  const here = new Set(typeof data === 'string' ? [] : data.tales.filter(isSavedOffline).map(({ slug }) => slug));
  const isWhole = slugs.length > 0 && slugs.every((slug) => here.has(slug));
  const isIdle = download === undefined && !isWhole && slugs.length > 0;

  async function save(): Promise<void> {
    if (!isIdle) return;
    await saveTales(id, slugs, 'single').then((result) => toastResult(result, slugs.length), toastError);
  }

  return (
    <button
      type="button"
      className={isIdle || download ? 'btn btn-line' : 'btn btn-line is-disabled'}
      aria-busy={download ? true : undefined}
      aria-disabled={!isIdle || undefined}
      onClick={save}
    >
      {download ? <span className="spinner" aria-hidden="true" /> : null}
      {download
        ? `Saving ${Math.min(download.done + 1, download.total)} of ${download.total}…`
        : isWhole
          ? 'Saved offline'
          : 'Save offline'}
    </button>
  );
}

const READY = 'Ready without internet';

const ERROR_MESSAGES: Record<SaveErrorReason, ToastMessage> = {
  full: { title: 'Not enough storage on this device', text: 'Remove some tales first.' },
  unable: { title: 'This browser cannot save tales', text: 'Private windows and blocked storage prevent saving for offline reading.' },
  gone: { title: 'This tale is no longer available', text: 'It is not published any more, so it cannot be saved.' },
  unreached: {
    title: "Couldn't save for offline reading",
    text: 'Check your connection and try again. Tales saved before are still available.',
  },
};

/** Only to be shown when the tale is stored. */
function toastReady(record: TaleRecord | undefined): void {
  const text = describeMissing(record ?? {});
  void toast({ title: READY, ...(text !== '' && { text }), ...(record?.missing?.length && { warns: true }), action: OPEN_MY_TALES });
}

/** Returns a text that names the attached files that were not saved, and why; empty without any. */
export function describeMissing({ omitted = [], missing = [] }: Pick<TaleRecord, 'omitted' | 'missing'>): string {
  const large = omitted.map(({ label, bytes }) => `${label} (${formatBytes(bytes)})`);
  return [
    ...(missing.length > 0 ? [`${missing.join(', ')} could not be saved. The next update tries again.`] : []),
    ...(large.length > 0 ? [`Too large to save: ${large.join(', ')}.`] : []),
  ].join(' ');
}

export function toastResult(result: DownloadResult, count: number): void {
  if (result === 'stopped') return;
  const saved = count - result.gone;
  if (saved === 0) return void toast({ ...ERROR_MESSAGES.gone, wrong: true });
  const gone = result.gone === 0 ? '' : `; ${result.gone} no longer available`;
  const text = [`${formatTaleCount(saved)}${gone}.`, describeMissing(result)].filter(Boolean).join(' ');
  void toast({ title: READY, text, warns: result.gone > 0 || result.missing.length > 0, action: OPEN_MY_TALES });
}

export function toastError(error: unknown): void {
  void toast({ ...ERROR_MESSAGES[error instanceof SaveError ? error.reason : 'unreached'], wrong: true });
}
