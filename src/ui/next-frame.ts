import { useRef, useState } from 'react';

/**
 * Runs a task after the next frame, so that an interaction is rendered before expensive layout (web.dev, "Optimize Interaction to Next
 * Paint"). At once where nothing is rendered, as in a hidden tab.
 */
export function afterNextFrame(task: () => void): void {
  if (document.visibilityState === 'hidden') task();
  else requestAnimationFrame(() => setTimeout(task));
}

/**
 * For controls that change the whole page: they show the new value at once, and `apply` is called after the next frame. Returns the values
 * to show, and a function that changes some of them.
 */
export function useDeferredApply<Values extends object>(
  values: Values,
  apply: (part: Partial<Values>) => void,
): [Values, (part: Partial<Values>) => void] {
  const [chosen, setChosen] = useState<Partial<Values>>({});
  const waiting = useRef(0);
  function choose(part: Partial<Values>): void {
    waiting.current += 1;
    setChosen((before) => ({ ...before, ...part }));
    afterNextFrame(() => {
      waiting.current -= 1;
      apply(part);
      if (waiting.current === 0) setChosen({});
    });
  }
  return [{ ...values, ...chosen }, choose];
}
