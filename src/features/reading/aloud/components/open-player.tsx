import { createRoot } from 'react-dom/client';
import { takeListening } from '../listening-on.ts';
import { taleHere } from '../tale-here.ts';
import { PlayerBar } from './player-bar.tsx';
import { Session } from './session.ts';

let session: Session | null = null;

/** Reads the tale on the page. The player stands beside the pages, so that turning them leaves it where it is. */
export function openPlayer(): void {
  const tale = taleHere();
  if (tale === null) return;
  if (session !== null) {
    session.tell({ on: 'play' });
    document.querySelector<HTMLElement>('.listen-play')?.focus();
    return;
  }
  // What was turned to by the player is read from its beginning, as where the page is not loaded.
  const timer = takeListening(tale.slug);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const closed = () => {
    session = null;
    // Not while it is being drawn.
    setTimeout(() => {
      root.unmount();
      place.remove();
    });
    document.querySelector<HTMLElement>('[data-listen]')?.focus();
  };
  session = new Session(tale, closed, timer === null ? undefined : 0);
  if (timer !== null) session.tell({ on: 'timer', timer });
  root.render(<PlayerBar session={session} />);
}
