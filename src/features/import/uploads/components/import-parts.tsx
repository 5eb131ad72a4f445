import { type ReactNode, useState } from 'react';
import type { ActionRunner } from './use-import.tsx';

type ActionButtonProps = {
  runner: ActionRunner;
  name: string;
  busyText: string;
  className?: string;
  onPress: () => Promise<unknown>;
  children: ReactNode;
};

/** A button for an action: shows progress, keeps the focus, and blocks further actions meanwhile. */
export function ActionButton({ runner: { busy, run }, name, busyText, className = 'btn btn-line', onPress, children }: ActionButtonProps) {
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

/** Shows the first items of a list and more on request. */
export function useShowMore<Each>(all: readonly Each[], step: number): { shown: readonly Each[]; more: number; showMore: () => void } {
  const [most, setMost] = useState(step);
  return { shown: all.slice(0, most), more: Math.max(0, Math.min(step, all.length - most)), showMore: () => setMost(most + step) };
}
