import { useEffect, useState, useSyncExternalStore } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { discardDraft, type FoundDraft, findDraft } from '#src/features/drafts/components/find-draft.ts';
import { useAutosave } from '#src/features/drafts/components/use-autosave.ts';
import type { TaleFields } from '#src/features/manage/contract.ts';
import type { RevisionView } from '#src/features/versions/contract.ts';
import { toast } from '#src/ui/toast.ts';
import type { Base, FormStore } from '../form-store.ts';
import { withDraft } from '../tale-values.ts';

/** Keeps what is typed, and offers what was typed before and never saved. */
export function useFormDrafts(id: string | null, store: FormStore) {
  const [offer, setOffer] = useState<FoundDraft | null>(null);
  const [continues, setContinues] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isDirty = useSyncExternalStore(store.subscribe, store.isDirty);
  const version = useSyncExternalStore(store.subscribe, () => store.base().version);
  const { discard, ...view } = useAutosave({
    taleId: id,
    baseVersion: id === null ? null : version,
    read: () => readDraft(id, store),
    // Until somebody has decided about the older words nothing takes their place.
    isDirty: isDirty && offer === null,
    continues,
  });

  useEffect(() => {
    let isHere = true;
    findDraft(id, store.base().fields).then(
      (found) => isHere && setOffer(found),
      // Without an answer there is nothing to offer; the draft stays where it is.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [id, store]);

  async function takeUp(): Promise<void> {
    if (offer === null || isBusy) return;
    setBusy(true);
    const base = await baseOf(id, offer, store.base()).finally(() => setBusy(false));
    store.rebase(base);
    store.replace(withDraft(base.fields, offer.fields));
    setContinues(offer.id);
    setOffer(null);
  }

  async function drop(): Promise<void> {
    if (offer === null || isBusy) return;
    setOffer(null);
    await discardDraft(offer);
  }

  return { view, discard, offer: offer && { savedAt: offer.saved_at, isBusy, takeUp, drop } };
}

/** What is typed. A date that nobody chose is none of it: a tale that is taken up again tomorrow begins with tomorrow's. */
function readDraft(id: string | null, store: FormStore): Partial<TaleFields> {
  const { publish_date, ...fields } = store.read();
  const isChosen = id !== null || publish_date !== store.base().fields.publish_date;
  return isChosen ? { ...fields, publish_date } : fields;
}

/** What the draft was begun from. When the tale has moved on since, that version is asked for, so that both can be brought together. */
async function baseOf(id: string | null, { base_version }: FoundDraft, now: Base): Promise<Base> {
  if (id === null || base_version === null || base_version === now.version) return now;
  try {
    const { fields } = await send<RevisionView>('GET', `/admin/tales/${id}/revisions/${base_version}`);
    return { version: base_version, fields };
  } catch {
    void toast({ title: 'The tale has been changed since', text: 'Please look over all fields before you save.', wrong: true });
    return now;
  }
}
