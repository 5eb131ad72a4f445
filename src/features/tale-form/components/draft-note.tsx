import { useEffect, useState } from 'react';
import type { DraftView } from '#src/features/drafts/components/autosave.ts';
import { timeSince } from '../time-since.ts';

/** What became of what is typed, kept true by the clock. It is read out when it changes its kind, not each second. */
export function DraftNote({ state, savedAt, isElsewhere }: DraftView) {
  return (
    <span className="draft-note">
      {state === 'saved' && savedAt !== null ? <Since at={savedAt} /> : <span role="status">{TEXTS[state]}</span>}
      {isElsewhere ? <span className="draft-elsewhere">You have this tale open in another window as well.</span> : null}
    </span>
  );
}

const TEXTS = {
  none: '',
  saving: 'Saving your draft...',
  saved: '',
  'on-this-device': 'Saved on this device',
  failed: 'Your draft could not be kept. Please save soon.',
};

function Since({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={at}>Draft saved {timeSince(Date.parse(at), Math.max(now, Date.parse(at)))}</time>;
}
