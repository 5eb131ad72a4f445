import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

const SharePanel = lazy(async () => ({ default: (await import('./share-panel.tsx')).SharePanel }));

/**
 * “Share” opens the share sheet of the device, or without one our own panel; “Print” opens the panel at printing. `of`: the id of the text.
 */
export function ShareButton({ tale, of }: { tale: TaleView; of: string }) {
  const [open, setOpen] = useState<'share' | 'print' | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const hasSheet = useSyncExternalStore(never, hasDeviceSheet, () => false);

  async function share(): Promise<void> {
    if (!(hasSheet && (await shareOnDevice(tale.title, new URL(urls.tale(tale.slug), location.href).href)))) setOpen('share');
  }

  function close(): void {
    setOpen(null);
    buttons.current?.querySelector<HTMLElement>(open === 'print' ? 'button + button' : 'button')?.focus({ preventScroll: true });
  }

  return (
    <div ref={buttons} className="share-place">
      <button type="button" className="btn btn-line" aria-haspopup="dialog" onClick={share}>
        <Icon name="share" />
        Share
      </button>
      <button
        type="button"
        className="btn btn-line"
        aria-haspopup="dialog"
        aria-label={hasSheet ? 'Print, and more ways to share' : undefined}
        onClick={() => setOpen('print')}
      >
        <Icon name="print" />
        Print
      </button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <SharePanel tale={tale} of={of} isPrinting={open === 'print'} onClose={close} />
        </Suspense>
      )}
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
