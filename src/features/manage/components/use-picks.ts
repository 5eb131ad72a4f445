import { useState } from 'react';

/** At most so many are changed at once. */
export const MOST_PICKS = 200;

export type Picks = {
  ids: readonly string[];
  has: (id: string) => boolean;
  /** `isWide`: with all between this one and the last one touched. */
  toggle: (id: string, isWide?: boolean) => void;
  set: (ids: readonly string[]) => void;
  /** The boxes are shown: something is chosen, or is about to be. */
  isPicking: boolean;
  setPicking: (isPicking: boolean) => void;
};

/** Which tales of those shown are chosen. One that is shown no more is chosen no more. */
export function usePicks(shown: readonly { id: string }[]): Picks {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [last, setLast] = useState('');
  const [isAsked, setAsked] = useState(false);
  const order = shown.map(({ id }) => id);
  const known = new Set(order);
  const ids = chosen.filter((id) => known.has(id));
  const has = (id: string) => ids.includes(id);

  function toggle(id: string, isWide = false): void {
    const [from, to] = [order.indexOf(last), order.indexOf(id)].toSorted((a, b) => a - b) as [number, number];
    const touched = isWide && from !== -1 ? order.slice(from, to + 1) : [id];
    const rest = ids.filter((each) => !touched.includes(each));
    setChosen(has(id) ? rest : [...rest, ...touched].slice(0, MOST_PICKS));
    setLast(id);
  }

  return {
    ...{ ids, has, toggle },
    set: (next) => setChosen(next.slice(0, MOST_PICKS)),
    isPicking: isAsked || ids.length > 0,
    setPicking: (isPicking) => {
      setAsked(isPicking);
      if (!isPicking) setChosen([]);
    },
  };
}
