import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { type CurrentTale, hasHandoff, setCurrentTale } from '../current-tale.ts';

/** Starts reading aloud. The player is loaded on demand. */
export function ListenButton({ tale }: { tale: CurrentTale }) {
  const [isBusy, setBusy] = useState(false);
  const begin = useRef(listen);
  useEffect(() => {
    setCurrentTale(tale);
    if (hasHandoff(tale.slug)) void begin.current();
    return () => setCurrentTale(null);
  }, [tale]);

  async function listen(): Promise<void> {
    setBusy(true);
    try {
      const { openPlayer } = await import('./open-player.tsx');
      openPlayer();
    } catch {
      await toast({ title: "Couldn't start reading aloud", text: 'Check the connection and reload the page.', wrong: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <button type="button" className="btn btn-line" data-listen aria-busy={isBusy || undefined} onClick={listen}>
      <Icon name="sound" />
      Listen
    </button>
  );
}
