import { keepMany } from '../store/downloads.ts';
import { isKept } from '../store/tale-record.ts';
import { sayEnded, sayHindrance } from './say-kept.ts';
import { useDownload, useKept } from './use-kept.ts';

/** Keeps all tales of a shelf on the device. `id`: of the shelf. */
export function KeepAll({ id, slugs }: { id: string; slugs: readonly string[] }) {
  const kept = useKept();
  const download = useDownload(id);
  const here = new Set(typeof kept === 'string' ? [] : kept.tales.filter(isKept).map(({ slug }) => slug));
  const isWhole = slugs.length > 0 && slugs.every((slug) => here.has(slug));
  const isIdle = download === undefined && !isWhole && slugs.length > 0;

  async function keep(): Promise<void> {
    if (!isIdle) return;
    await keepMany(id, slugs, 'itself').then((ended) => sayEnded(ended, slugs.length), sayHindrance);
  }

  return (
    <button
      type="button"
      className={isIdle || download ? 'btn btn-line' : 'btn btn-line is-disabled'}
      aria-busy={download ? true : undefined}
      aria-disabled={!isIdle || undefined}
      onClick={keep}
    >
      {download ? <span className="spinner" aria-hidden="true" /> : null}
      {download ? `Keeping ${Math.min(download.done + 1, download.total)} of ${download.total}` : isWhole ? 'Kept offline' : 'Keep offline'}
    </button>
  );
}
