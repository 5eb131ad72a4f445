import { useEffect, useState } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';

/** Fetches the cards of at most 60 tales; those that are not public do not come. */
export type LoadCards = (ids: readonly string[]) => Promise<TaleCard[]>;

const AT_ONCE = 60;
type Known = ReadonlyMap<string, TaleCard | null>;

/**
 * The cards of these tales in their order, as far as they are there yet. Fetches each once, and again after a failure when asked. Where we
 * are not reached, there are those of the tales that are on the device.
 */
export function useTaleCards(ids: readonly string[], load: LoadCards) {
  const [known, setKnown] = useState<Known>(new Map());
  const [hasFailed, setFailed] = useState(false);
  const missing = ids.filter((id) => !known.has(id)).join(',');
  const onDevice = useCardsOnDevice(hasFailed ? missing : '');

  useEffect(() => {
    if (missing === '' || hasFailed) return;
    let isGone = false;
    const asked = missing.split(',').slice(0, AT_ONCE);
    load(asked).then(
      (cards) => {
        if (!isGone) setKnown((before) => withCards(before, asked, cards));
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

function withCards(before: Known, asked: readonly string[], cards: readonly TaleCard[]): Known {
  return new Map([...before, ...asked.map((id) => [id, null] as const), ...cards.map((card) => [card.id, card] as const)]);
}
