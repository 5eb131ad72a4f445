import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { isListeningOn } from '../aloud/listening-on.ts';
import { setTaleHere, type TaleHere } from '../aloud/tale-here.ts';

/** Reads the tale aloud. The player is fetched when somebody listens. */
export function ListenButton({ tale }: { tale: TaleHere }) {
  const [isBusy, setBusy] = useState(false);
  const begin = useRef(listen);
  useEffect(() => {
    setTaleHere(tale);
    if (isListeningOn(tale.slug)) void begin.current();
    return () => setTaleHere(null);
  }, [tale]);

  async function listen(): Promise<void> {
    setBusy(true);
    try {
      const { openPlayer } = await import('../aloud/components/open-player.tsx');
      openPlayer();
    } catch {
      await toast({ title: "Couldn't start reading aloud", text: 'Please try again.', wrong: true });
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
