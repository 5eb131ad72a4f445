import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

const SharePanel = lazy(async () => ({ default: (await import('./share-panel.tsx')).SharePanel }));

/** `of`: the id of the text. `children`: another way to share, in the panel. */
type Props = { tale: TaleView; of: string; children: ReactNode };

/** “Share” opens the share sheet of the device, or without one our own panel; “Print” opens the panel at printing. */
export function ShareButton({ tale, of, children }: Props) {
  const [open, setOpen] = useState<'share' | 'print' | null>(null);
  const buttons = useRef<HTMLDivElement>(null);

  async function share(): Promise<void> {
    try {
      await navigator.share({ title: tale.title, url: new URL(urls.tale(tale.slug), location.href).href });
    } catch (error) {
      // Cancelling is not an error. Without a share sheet it is a TypeError.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOpen('share');
    }
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
      <button type="button" className="btn btn-line" aria-haspopup="dialog" onClick={() => setOpen('print')}>
        <Icon name="print" />
        Print
      </button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <SharePanel tale={tale} of={of} isPrinting={open === 'print'} onClose={close}>
            {children}
          </SharePanel>
        </Suspense>
      )}
    </div>
  );
}
