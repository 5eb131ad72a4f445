import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

const SharePanel = lazy(async () => ({ default: (await import('./share-panel.tsx')).SharePanel }));

/**
 * Opens the share sheet of the device, with a second button for our own panel; without a share sheet it opens the panel. `of`: the id of
 * the text.
 */
export function ShareButton({ tale, of }: { tale: Pick<TaleView, 'slug' | 'title' | 'author'>; of: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasSheet = useSyncExternalStore(never, hasDeviceSheet, () => false);

  async function share(): Promise<void> {
    if (!(hasSheet && (await shareOnDevice(tale.title, new URL(urls.tale(tale.slug), location.href).href)))) setOpen(true);
  }

  function close(): void {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <div className="share-place">
      <button type="button" ref={button} className="btn btn-line" aria-haspopup="dialog" onClick={share}>
        <Icon name="share" />
        Share
      </button>
      {hasSheet ? (
        <button
          type="button"
          className="btn btn-line"
          aria-haspopup="dialog"
          aria-label="More ways to share and print"
          onClick={() => setOpen(true)}
        >
          <Icon name="down" />
        </button>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <SharePanel tale={tale} of={of} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}

const never = () => () => {};

function hasDeviceSheet(): boolean {
  return typeof navigator.share === 'function';
}

/** False if sharing failed. Cancelling counts as success. */
async function shareOnDevice(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
