import { useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';

/** Starts reading a tale together, and opens the page of the session. `tale`: id. */
export function ReadTogetherButton({ tale, className }: { tale: string; className: string }) {
  const [isBusy, setBusy] = useState(false);

  async function start(): Promise<void> {
    setBusy(true);
    try {
      const { startTogether } = await import('./session.ts');
      await startTogether(tale);
    } catch (error) {
      await toast({ title: "Couldn't start reading together", text: (error as Error).message, wrong: true });
    }
    setBusy(false);
  }

  return (
    <button type="button" className={className} aria-busy={isBusy || undefined} onClick={() => isBusy || start()}>
      <Icon name="person" />
      Read together
    </button>
  );
}
