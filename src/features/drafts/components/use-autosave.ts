import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { markOf } from '#src/features/accounts/components/mark-of.ts';
import { usePerson } from '#src/features/accounts/components/me.ts';
import { newId } from '#src/ui/new-id.ts';
import type { DraftFields } from '../contract.ts';
import { type Autosave, createAutosave, type DraftView, NO_DRAFT } from './autosave.ts';
import { holdDraft, openDraftNews } from './other-pages.ts';

const EVERY_MS = 5_000;

type Options = {
  /** Null for a tale that was never saved. */
  taleId: string | null;
  /** The version that the changes are made to. */
  baseVersion: number | null;
  /** What is typed now. Called every 5 s while there are changes, when a field is left, and when the page is. */
  read: () => DraftFields;
  isDirty: boolean;
  /** Id of the draft that was found and taken up again in this form: what is kept next takes its place. */
  continues?: string | null;
};

/**
 * Keeps what is typed in a form of a tale: on this device and at the server. When nothing is changed any more, what was kept is
 * discarded. `discard` is also for when the tale has been saved, or is not wanted; it resolves when nothing is left of the draft.
 */
export function useAutosave({ taleId, baseVersion, read, isDirty, continues = null }: Options): DraftView & { discard(): Promise<void> } {
  const owner = useOwner();
  const [view, setView] = useState<DraftView>(NO_DRAFT);
  const kept = useRef<Autosave | null>(null);
  const typed = () => ({ base_version: taleId === null ? null : baseVersion, fields: read() });

  const look = useEffectEvent(() => {
    if (isDirty) kept.current?.note(typed());
    else kept.current?.settle();
  });
  const latestTyped = useEffectEvent(typed);

  // While the fields are still on the page: an effect that runs later finds them gone.
  useLayoutEffect(() => {
    if (owner === null) return;
    const id = newId();
    const news = openDraftNews((other) => {
      if (other.owner === owner && other.taleId === taleId && other.id !== id) autosave.tellElsewhere();
    });
    let isHere = true;
    const autosave = createAutosave({
      ...{ id, owner, taleId },
      onChange: (next) => isHere && setView(next),
      onSaved: () => isHere && taleId !== null && news.tell({ owner, taleId, id }),
    });
    kept.current = autosave;
    const release = holdDraft(id);
    const stop = followPage(look, autosave);
    return () => {
      look();
      stop();
      isHere = false;
      kept.current = null;
      news.close();
      release();
      setView(NO_DRAFT);
    };
  }, [owner, taleId]);

  useEffect(() => {
    if (continues !== null && owner !== null) kept.current?.takeUp(continues);
  }, [continues, owner]);

  const discard = useCallback(async () => kept.current?.discard(latestTyped()), []);
  return { ...view, discard };
}

/** When to look what is typed. */
function followPage(look: () => void, autosave: Autosave): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const leave = () => {
    look();
    autosave.leave();
  };
  const timer = setInterval(look, EVERY_MS);
  addEventListener('pagehide', leave, { signal });
  addEventListener('online', () => autosave.hurry(), { signal });
  document.addEventListener('focusout', look, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), { signal });
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}

/** The mark of who is signed in; when the session ends while someone writes, what is typed is still theirs. */
function useOwner(): string | null {
  const email = usePerson()?.email ?? '';
  const [known, setKnown] = useState<string | null>(null);
  const now = email === '' ? known : markOf(email);
  if (now !== known) setKnown(now);
  return now;
}
