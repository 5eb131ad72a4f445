import { useEffect, useState } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';

/** Fetches the cards of at most 60 tales; those that are not public do not come. */
export type LoadCards = (ids: readonly string[]) => Promise<TaleCard[]>;

const AT_ONCE = 60;
type Known = ReadonlyMap<string, TaleCard | null>;

/** The cards of these tales in their order, as far as they are there yet. Fetches each once, and again after a failure when asked. */
export function useTaleCards(ids: readonly string[], load: LoadCards) {
  const [known, setKnown] = useState<Known>(new Map());
  const [hasFailed, setFailed] = useState(false);
  const wanted = ids
    .filter((id) => !known.has(id))
    .slice(0, AT_ONCE)
    .join(',');

  useEffect(() => {
    if (wanted === '' || hasFailed) return;
    let isGone = false;
    const asked = wanted.split(',');
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
  }, [wanted, hasFailed, load]);

  useEffect(() => {
    if (!hasFailed) return;
    const again = () => setFailed(false);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [hasFailed]);

  const status = hasFailed ? 'failed' : wanted === '' ? 'ready' : 'loading';
  return { cards: ids.flatMap((id) => known.get(id) ?? []), status, retry: () => setFailed(false) } as const;
}

function withCards(before: Known, asked: readonly string[], cards: readonly TaleCard[]): Known {
  return new Map([...before, ...asked.map((id) => [id, null] as const), ...cards.map((card) => [card.id, card] as const)]);
}
