import { createRoot } from 'react-dom/client';
import { currentTale, takeHandoff } from '../current-tale.ts';
import { PlayerBar } from './player-bar.tsx';
import { Session } from './session.ts';

let session: Session | null = null;

/** Starts reading the tale on the page. The player has its own React root, so that it survives navigation. */
export function openPlayer(): void {
  const tale = currentTale();
  if (tale === null) return;
  if (session !== null) {
    session.dispatch({ on: 'play' });
    document.querySelector<HTMLElement>('.listen-play')?.focus();
    return;
  }
  // A tale opened by the player is read from the start.
  const timer = takeHandoff(tale.slug);
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
  session = new Session(tale, closed, timer === null ? undefined : 0);
  if (timer !== null) session.dispatch({ on: 'timer', timer });
  root.render(<PlayerBar session={session} />);
}
