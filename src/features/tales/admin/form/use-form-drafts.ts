import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { hashEmail } from '#src/api-client/account-header.ts';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useCurrentUser } from '#src/api-client/current-user.ts';
import { newId } from '#src/ui/new-id.ts';
import { toast } from '#src/ui/toast.ts';
import type { TaleFields } from '../../contract.ts';
import { type Autosave, createAutosave, type DraftView, NO_DRAFT } from '../drafts/autosave.ts';
import { lockDraft } from '../drafts/draft-storage.ts';
import type { DraftFields } from '../drafts/drafts.ts';
import { discardDraft, type FoundDraft, findDraft } from '../drafts/find-draft.ts';
import type { RevisionView } from '../revisions/revisions.ts';
import type { Base, FormStore } from './form-store.ts';
import { withDraft } from './form-values.ts';

const CHANNEL = 'talewood.drafts';

const AUTOSAVE_INTERVAL_MS = 5_000;

/** Saves the values of a form as a draft, and offers an earlier draft that was not saved. `id` is null for a new tale. */
export function useFormDrafts(id: string | null, store: FormStore) {
  const [offer, setOffer] = useState<FoundDraft | null>(null);
  const [isSearched, setSearched] = useState(false);
  const [continuedId, setContinuedId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isDirty = useSyncExternalStore(store.subscribe, store.isDirty);
  const version = useSyncExternalStore(store.subscribe, () => store.base().version);
  const { discard, ...view } = useAutosave({
    taleId: id,
    baseVersion: id === null ? null : version,
    read: () => readDraft(id, store),
    // Nothing may replace an earlier draft before it was found, and while it is offered.
    isDirty: isDirty && isSearched && offer === null,
    continuedId,
  });

  useEffect(() => {
    let isMounted = true;
    findDraft(id, store.base().fields)
      // Without a response no draft is offered; it stays stored.
      .catch(() => null)
      .then((found) => {
        if (!isMounted) return;
        setOffer(found);
        setSearched(true);
      });
    return () => {
      isMounted = false;
    };
  }, [id, store]);

  async function onContinue(): Promise<void> {
    if (offer === null || isBusy) return;
    setBusy(true);
    const base = await loadBase(id, offer, store.base()).finally(() => setBusy(false));
    store.rebase(base);
    store.replace(withDraft(base.fields, offer.fields));
    setContinuedId(offer.id);
    setOffer(null);
  }

  async function onDiscard(): Promise<void> {
    if (offer === null || isBusy) return;
    setOffer(null);
    await discardDraft(offer);
  }

  return {
    view,
    discard,
    /** Whether it is known if there is an earlier draft. */
    isSearched,
    offer: offer && { savedAt: offer.saved_at, isBusy, onContinue: () => void onContinue(), onDiscard: () => void onDiscard() },
  };
}

/** Reads the values for a draft. A new tale's default date is left out, so that a draft continued tomorrow gets tomorrow's date. */
function readDraft(id: string | null, store: FormStore): Partial<TaleFields> {
  const { publish_date, ...fields } = store.read();
  const isDateChosen = id !== null || publish_date !== store.base().fields.publish_date;
  return isDateChosen ? { ...fields, publish_date } : fields;
}

/** Returns the version on which the draft is based. If the tale was saved since, that version is loaded, so that both can be merged. */
async function loadBase(id: string | null, { base_version }: FoundDraft, current: Base): Promise<Base> {
  if (id === null || base_version === null || base_version === current.version) return current;
  try {
    const { fields } = await apiRequest<RevisionView>('GET', `/admin/tales/${id}/revisions/${base_version}`);
    return { version: base_version, fields };
  } catch {
    void toast({ title: 'The tale has changed since this draft', text: 'Check all fields before you save.', wrong: true });
    return current;
  }
}

type AutosaveOptions = {
  /** Null for a new tale. */
  taleId: string | null;
  /** The version on which the changes are based. */
  baseVersion: number | null;
  /** Returns the current values. Called every 5 s while there are changes, on leaving a field, and on leaving the page. */
  read: () => DraftFields;
  isDirty: boolean;
  /** Id of the draft that was continued in this form: the next draft saved replaces it. */
  continuedId: string | null;
};

/**
 * Saves drafts of a form on this device and on the server, and deletes the draft when there are no changes any more. `discard` deletes
 * it explicitly, and resolves when it is deleted everywhere.
 */
function useAutosave({ taleId, baseVersion, read, isDirty, continuedId }: AutosaveOptions): DraftView & { discard(): Promise<void> } {
  const owner = useOwner();
  const [view, setView] = useState<DraftView>(NO_DRAFT);
  const autosaveRef = useRef<Autosave | null>(null);
  const readValues = () => ({ base_version: taleId === null ? null : baseVersion, fields: read() });

  const saveChanges = useEffectEvent(() => {
    if (isDirty) autosaveRef.current?.update(readValues());
    else autosaveRef.current?.discardUnchanged();
  });
  const readLatest = useEffectEvent(readValues);

  // A layout effect, because its cleanup reads the fields, which later effects find unmounted.
  useLayoutEffect(() => {
    if (owner === null) return;
    const id = newId();
    const channel = openDraftChannel((other) => {
      if (other.owner === owner && other.taleId === taleId && other.id !== id) autosave.markElsewhere();
    });
    let isMounted = true;
    const autosave = createAutosave({
      ...{ id, owner, taleId },
      onChange: (next) => isMounted && setView(next),
      onSaved: () => isMounted && taleId !== null && channel.send({ owner, taleId, id }),
    });
    autosaveRef.current = autosave;
    const unlock = lockDraft(id);
    const stop = watchPage(saveChanges, autosave);
    return () => {
      saveChanges();
      stop();
      isMounted = false;
      autosaveRef.current = null;
      channel.close();
      unlock();
      setView(NO_DRAFT);
    };
  }, [owner, taleId]);

  useEffect(() => {
    if (continuedId !== null && owner !== null) autosaveRef.current?.replaceDraft(continuedId);
  }, [continuedId, owner]);

  const discard = useCallback(async () => autosaveRef.current?.discard(readLatest()), []);
  return { ...view, discard };
}

function watchPage(saveChanges: () => void, autosave: Autosave): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onLeave = () => {
    saveChanges();
    autosave.flush();
  };
  const timer = setInterval(saveChanges, AUTOSAVE_INTERVAL_MS);
  addEventListener('pagehide', onLeave, { signal });
  addEventListener('online', () => autosave.retryNow(), { signal });
  document.addEventListener('focusout', saveChanges, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && onLeave(), { signal });
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}

/** Returns the hash of the current user's email. Remembered if the session ends while the form is open: the draft is still theirs. */
function useOwner(): string | null {
  const email = useCurrentUser()?.email ?? '';
  const [known, setKnown] = useState<string | null>(null);
  const owner = email === '' ? known : hashEmail(email);
  if (owner !== known) setKnown(owner);
  return owner;
}

/** Announces that a page has saved a draft of a tale. */
type DraftMessage = { owner: string; taleId: string; id: string };

/** Calls `listener` when another page of this browser has saved a draft; `send` announces one of this page. */
function openDraftChannel(listener: (message: DraftMessage) => void): { send(message: DraftMessage): void; close(): void } {
  if (typeof BroadcastChannel === 'undefined') return { send() {}, close() {} };
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => listener(data as DraftMessage));
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}
