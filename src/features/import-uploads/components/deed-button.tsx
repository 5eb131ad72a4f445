import type { ReactNode } from 'react';
import type { Deed } from './use-deed.ts';

type Props = { deed: Deed; name: string; busyText: string; className?: string; onPress: () => Promise<unknown>; children: ReactNode };

/** A button for a deed: while one is on its way it says so, keeps the focus, and none can be begun. */
export function DeedButton({ deed: { busy, run }, name, busyText, className = 'btn btn-line', onPress, children }: Props) {
  const isBusy = busy === name;
  return (
    <button
      type="button"
      className={className}
      aria-busy={isBusy || undefined}
      aria-disabled={busy !== null || undefined}
      onClick={() => void run(name, onPress)}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
      {isBusy ? busyText : children}
    </button>
  );
}
