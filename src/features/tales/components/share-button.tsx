import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

/** Fetched when somebody shares something. */
const SharePanel = lazy(async () => ({ default: (await import('#src/features/sharing/components/share-panel.tsx')).SharePanel }));

/**
 * Opens the device's share sheet where there is one, with a second button for our own ways beside it; else our own. `of`: the id of the text.
 */
export function ShareButton({ tale, of }: { tale: Pick<TaleView, 'slug' | 'title' | 'author'>; of: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasSheet = useSyncExternalStore(never, hasDeviceSheet, () => false);

  async function share(): Promise<void> {
    if (!(hasSheet && (await shared(tale.title, new URL(urls.tale(tale.slug), location.href).href)))) setOpen(true);
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

/** True when the device's sheet took the link, or the reader closed it. */
async function shared(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
