import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { type CurrentTale, hasHandoff, setCurrentTale } from '../current-tale.ts';

/** Starts reading aloud: “Bedtime” by candlelight, until the end of the tale. The player is loaded on demand. */
export function ListenButtons({ tale }: { tale: CurrentTale }) {
  const [isBusy, setBusy] = useState(false);
  const begin = useRef(listen);
  useEffect(() => {
    setCurrentTale(tale);
    if (hasHandoff(tale.slug)) void begin.current();
    return () => setCurrentTale(null);
  }, [tale]);

  async function listen(isBedtime = false): Promise<void> {
    setBusy(true);
    try {
      const { openPlayer } = await import('./open-player.tsx');
      openPlayer(isBedtime);
    } catch {
      await toast({ title: "Couldn't start reading aloud", text: 'Check the connection and reload the page.', wrong: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" className="btn btn-solid" data-listen aria-busy={isBusy || undefined} onClick={() => listen()}>
        <Icon name="sound" />
        Listen
      </button>
      <button type="button" className="btn btn-line" onClick={() => listen(true)}>
        <Icon name="moon" />
        Bedtime
      </button>
    </>
  );
}
