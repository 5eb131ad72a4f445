import { useEffect, useState } from 'react';
import type { SavedEvent } from '../contract.ts';
import { watchTale } from './presence-stream.ts';

export type PresenceView = {
  /** Who else has the tale open for editing, those who came first first. `since`: ISO date-time. */
  others: { name: string; since: string }[];
  /** The latest version that was saved while it was open, by whomever. */
  saved: SavedEvent | null;
};

const ALONE: PresenceView = { others: [], saved: null };
/** A browser has few connections to a site: pages that nobody looks at give theirs up. */
const UNSEEN_MS = 20_000;

/** Who else edits the tale, and what they save. With null there is no tale to watch yet. */
export function usePresence(taleId: string | null): PresenceView {
  const [seen, setSeen] = useState({ taleId, view: ALONE });
  const isSeen = useIsSeen();
  useEffect(() => {
    if (taleId === null || !isSeen) return;
    const change = (part: Partial<PresenceView>) =>
      setSeen((old) => ({ taleId, view: { ...(old.taleId === taleId ? old.view : ALONE), ...part } }));
    return watchTale(taleId, {
      onPeople: ({ people }) => change({ others: people.filter(({ is_me }) => !is_me) }),
      onSaved: (saved) => change({ saved }),
      onLost: () => change({ others: [] }),
    });
  }, [taleId, isSeen]);
  return seen.taleId === taleId ? seen.view : ALONE;
}

/** False when the page has been hidden for a while. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setSeen(true);
      else timer = setTimeout(() => setSeen(false), UNSEEN_MS);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isSeen;
}
