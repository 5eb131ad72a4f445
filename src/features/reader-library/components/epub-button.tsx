import { useId, useState, useSyncExternalStore } from 'react';
import { ApiError, throwNoResponse } from '#src/api-client/api-request.ts';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { LONG_TIMEOUT_MS, timedFetch } from '#src/ui/timed-fetch.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';

type Props = {
  title: string;
  /** In reading order. */
  tales: readonly TaleCard[];
  /** False while some cards are not loaded. */
  isWhole: boolean;
};

/** Downloads tales as one EPUB. Explains when that is not possible. */
export function EpubButton({ title, tales, isWhole }: Props) {
  const [isBusy, setBusy] = useState(false);
  const isOnline = useSyncExternalStore(onConnection, isConnected, () => true);
  const note = useId();
  const reason = unavailableReason(tales.length, isWhole, isOnline);
  const isLong = tales.length > MAX_EPUB_TALES;
  const hint = reason ?? (isLong ? `Contains the first ${formatCount(MAX_EPUB_TALES)} tales.` : undefined);

  async function make(): Promise<void> {
    if (isBusy || reason !== undefined) return;
    setBusy(true);
    const slugs = tales.slice(0, MAX_EPUB_TALES).map(({ slug }) => slug);
    await downloadEpub(title, slugs).then(
      () => toast({ title: 'EPUB downloaded', text: `${formatTaleCount(slugs.length)}, in your downloads.` }),
      (error: Error) => toast({ title: "Couldn't create the EPUB", text: error.message, wrong: true }),
    );
    setBusy(false);
  }

  return (
    <div className="make-epub">
      <button
        type="button"
        className={reason === undefined ? 'btn btn-line' : 'btn btn-line is-disabled'}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || reason !== undefined || undefined}
        aria-describedby={hint && note}
        onClick={make}
      >
        {isBusy ? (
          <>
            <span className="spinner" aria-hidden="true" />
            Creating EPUB…
          </>
        ) : (
          'Create EPUB'
        )}
      </button>
      {hint ? <span id={note}>{hint}</span> : null}
    </div>
  );
}

function unavailableReason(count: number, isWhole: boolean, isOnline: boolean): string | undefined {
  if (!isOnline) return 'You are offline.';
  if (!isWhole) return 'Some tales are not loaded yet.';
  return count === 0 ? 'There are no tales to include.' : undefined;
}

function onConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

const isConnected = () => navigator.onLine;

/** Limit of the API (docs/editors/feeds.md). */
const MAX_EPUB_TALES = 1_000;

/** Browsers may start reading the blob well after the click. */
const REVOKE_DELAY_MS = 60_000;

/**
 * Downloads the tales with these slugs, at most MAX_EPUB_TALES, as one EPUB. Resolves when the download has started.
 * @throws ApiError with a message for the reader, also when the response breaks off
 */
async function downloadEpub(title: string, slugs: readonly string[]): Promise<void> {
  const headers = { accept: 'application/epub+zip, application/json', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ title, slugs }), timeoutMs: LONG_TIMEOUT_MS };
  const response = await timedFetch(urls.books(), init).catch(throwNoResponse);
  if (!response.ok) {
    const { code = '', detail } = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
    throw new ApiError(response.status, code, detail ?? "Couldn't create the EPUB. Try again.");
  }
  const book = await response.blob().catch(throwNoResponse);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(book);
  link.download = filenameOf(response.headers.get('content-disposition') ?? '');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}

/** Returns the file name of a Content-Disposition header (RFC 6266). */
function filenameOf(disposition: string): string {
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'Talewood.epub');
}
