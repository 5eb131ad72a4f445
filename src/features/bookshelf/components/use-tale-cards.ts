import { useEffect, useState } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';

/** Fetches the cards of at most 60 tales; those that are not public do not come. */
export type LoadCards = (ids: readonly string[]) => Promise<TaleCard[]>;

const AT_ONCE = 60;
type Known = ReadonlyMap<string, TaleCard | null>;

/** So long a card is shown again without being asked for, as with everything else that pages have fetched. */
const FRESH_MS = 5 * 60_000;
/** Every card that came to this window, and when: who comes back to a list finds it as long as it was. */
const fetched = new Map<string, { card: TaleCard | null; at: number }>();

/**
 * The cards of these tales in their order, as far as they are there yet. Fetches each once, and again after a failure when asked. Where we
 * are not reached, there are those of the tales that are on the device.
 */
export function useTaleCards(ids: readonly string[], load: LoadCards) {
  const [known, setKnown] = useState<Known>(() => fetchedLately(ids));
  const [hasFailed, setFailed] = useState(false);
  const missing = ids.filter((id) => !known.has(id)).join(',');
  const onDevice = useCardsOnDevice(hasFailed ? missing : '');

  useEffect(() => {
    if (missing === '' || hasFailed) return;
    let isGone = false;
    const asked = missing.split(',').slice(0, AT_ONCE);
    load(asked).then(
      (cards) => {
        const answer = withCards(new Map(), asked, cards);
        for (const [id, card] of answer) fetched.set(id, { card, at: Date.now() });
        if (!isGone) setKnown((before) => new Map([...before, ...answer]));
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

/** Cards of those of these tales (ids, divided by commas) that are on the device; null until it has been looked. What was found stays. */
function useCardsOnDevice(ids: string): Known | null {
  const [found, setFound] = useState<Known | null>(null);
  useEffect(() => {
    if (ids === '') return;
    let isGone = false;
    const read = async () => (await import('#src/features/offline/components/kept-cards.ts')).listKeptCards(ids.split(','));
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

function fetchedLately(ids: readonly string[]): Known {
  const since = Date.now() - FRESH_MS;
  return new Map(
    ids.flatMap((id) => {
      const known = fetched.get(id);
      return known === undefined || known.at < since ? [] : [[id, known.card] as const];
    }),
  );
}

function withCards(before: Known, asked: readonly string[], cards: readonly TaleCard[]): Known {
  return new Map([...before, ...asked.map((id) => [id, null] as const), ...cards.map((card) => [card.id, card] as const)]);
}
