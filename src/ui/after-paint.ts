import { useRef, useState } from 'react';

/**
 * Runs a task when what has just changed is drawn: a press is answered in the next frame, and what makes the page lie anew follows in
 * the one after it (web.dev, "Optimize Interaction to Next Paint"). At once where nothing is drawn, as in a hidden tab.
 */
export function afterPaint(task: () => void): void {
  if (document.visibilityState === 'hidden') task();
  else requestAnimationFrame(() => setTimeout(task));
}

/**
 * For controls whose change is felt by the whole page: what is chosen shows in them at once, and `apply` is called after the next
 * frame. Returns what to show, and what to call with the part that is chosen.
 */
export function useAfterPaint<Values extends object>(
  values: Values,
  apply: (part: Partial<Values>) => void,
): [Values, (part: Partial<Values>) => void] {
  const [chosen, setChosen] = useState<Partial<Values>>({});
  const waiting = useRef(0);
  function choose(part: Partial<Values>): void {
    waiting.current += 1;
    setChosen((before) => ({ ...before, ...part }));
    afterPaint(() => {
      waiting.current -= 1;
      apply(part);
      if (waiting.current === 0) setChosen({});
    });
  }
  return [{ ...values, ...chosen }, choose];
}
