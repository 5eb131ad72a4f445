import { useEffect, useState } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';

/** Fetches the cards of at most 60 tales; tales that are not public are omitted. */
export type LoadCards = (ids: readonly string[]) => Promise<TaleCard[]>;

const BATCH_SIZE = 60;
type Known = ReadonlyMap<string, TaleCard | null>;

/** How long a card is reused, as with all cached queries. */
const FRESH_MS = 5 * 60_000;
/** Cards fetched in this window, so that returning to a list restores its length and scroll position. */
const fetched = new Map<string, { card: TaleCard | null; at: number }>();

/**
 * Returns the loaded cards of these tales, in order. Fetches missing ones in batches; after a failure falls back to tales stored on the
 * device until `retry` is called or the browser is online again.
 */
export function useTaleCards(ids: readonly string[], load: LoadCards) {
  const [known, setKnown] = useState<Known>(() => recentCards(ids));
  const [hasFailed, setFailed] = useState(false);
  const missing = ids.filter((id) => !known.has(id)).join(',');
  const onDevice = useCardsOnDevice(hasFailed ? missing : '');

  useEffect(() => {
    if (missing === '' || hasFailed) return;
    let isGone = false;
    const batch = missing.split(',').slice(0, BATCH_SIZE);
    load(batch).then(
      (cards) => {
        const loaded = withCards(new Map(), batch, cards);
        for (const [id, card] of loaded) fetched.set(id, { card, at: Date.now() });
        if (!isGone) setKnown((before) => new Map([...before, ...loaded]));
      },
      () => {
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [missing, hasFailed, load]);

  useEffect(() => {
    if (!hasFailed) return;
    const again = () => setFailed(false);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [hasFailed]);

  const status = hasFailed && onDevice !== null ? 'failed' : missing === '' ? 'ready' : 'loading';
  const cardOf = (id: string) => (known.has(id) ? known.get(id) : onDevice?.get(id));
  return { cards: ids.flatMap((id) => cardOf(id) ?? []), status, retry: () => setFailed(false) } as const;
}

/** Returns cards stored on the device for these comma-separated ids; null until looked up. Results are retained. */
function useCardsOnDevice(ids: string): Known | null {
  const [found, setFound] = useState<Known | null>(null);
  useEffect(() => {
    if (ids === '') return;
    let isGone = false;
    const read = async () => (await import('#src/features/offline/components/offline-cards.ts')).listOfflineCards(ids.split(','));
    read()
      .catch(() => [])
      .then((cards) => {
        if (!isGone) setFound(withCards(new Map(), [], cards));
      });
    return () => {
      isGone = true;
    };
  }, [ids]);
  return found;
}

function recentCards(ids: readonly string[]): Known {
  const since = Date.now() - FRESH_MS;
  return new Map(
    ids.flatMap((id) => {
      const known = fetched.get(id);
      return known === undefined || known.at < since ? [] : [[id, known.card] as const];
    }),
  );
}

function withCards(before: Known, requested: readonly string[], cards: readonly TaleCard[]): Known {
  return new Map([...before, ...requested.map((id) => [id, null] as const), ...cards.map((card) => [card.id, card] as const)]);
}
