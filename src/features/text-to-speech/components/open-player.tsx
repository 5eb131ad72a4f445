import { createRoot } from 'react-dom/client';
import { currentTale, takeHandoff } from '../current-tale.ts';
import type { SleepTimer } from '../sleep-timer.ts';
import { PlayerBar } from './player-bar.tsx';
import { Session } from './session.ts';

const THIS_TALE: SleepTimer = { in: 'tales', left: 1 };

let session: Session | null = null;

/**
 * Starts reading the tale on the page; at bedtime until its end. The player has its own React root, so that it survives navigation.
 */
export function openPlayer(isBedtime: boolean): void {
  const tale = currentTale();
  if (tale === null) return;
  if (session !== null) {
    if (isBedtime) session.dispatch({ on: 'timer', timer: THIS_TALE });
    session.dispatch({ on: 'play' });
    document.querySelector<HTMLElement>('.listen-play')?.focus();
    return;
  }
  // A tale opened by the player is read from the start.
  const timer = isBedtime ? THIS_TALE : takeHandoff(tale.slug);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const closed = () => {
    session = null;
    // Not during rendering.
    setTimeout(() => {
      root.unmount();
      container.remove();
    });
    document.querySelector<HTMLElement>('[data-listen]')?.focus();
  };
  session = new Session(tale, closed, isBedtime || timer === null ? undefined : 0);
  if (timer !== null) session.dispatch({ on: 'timer', timer });
  root.render(<PlayerBar session={session} />);
}
