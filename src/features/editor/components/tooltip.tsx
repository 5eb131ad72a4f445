import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

/** Shown after 700 ms, or immediately within 300 ms after another tooltip. */
const DELAY_MS = 700;
const SKIP_MS = 300;

type Shown = { name: string; keys: string; button: HTMLElement };

/** Shows name and shortcut of a tool on hover and focus. Buttons also have an accessible name. */
export function useTooltip() {
  const [shown, setShown] = useState<Shown>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastShown = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Returns whether a tooltip was shown. */
  const hide = () => {
    clearTimeout(timer.current);
    if (shown !== undefined) lastShown.current = performance.now();
    setShown(undefined);
    return shown !== undefined;
  };
  const show = (button: HTMLElement, name: string, keys: string, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown({ name, keys, button }), delay);
  };
  const on = (name: string, keys: string) => ({
    onMouseEnter: (event: MouseEvent<HTMLElement>) => {
      const isSoonAfter = performance.now() - lastShown.current < SKIP_MS;
      show(event.currentTarget, name, keys, isSoonAfter ? 0 : DELAY_MS);
    },
    onMouseLeave: hide,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, name, keys, 0);
    },
    onBlur: hide,
  });
  return { shown, hide, on };
}

export function Tooltip({ tooltip: { shown } }: { tooltip: ReturnType<typeof useTooltip> }) {
  const sheet = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { current } = sheet;
    const holder = current?.offsetParent?.getBoundingClientRect();
    if (!shown || !current || !holder) return;
    const button = shown.button.getBoundingClientRect();
    const middle = button.left + button.width / 2 - holder.left - current.offsetWidth / 2;
    current.style.left = `${Math.max(4, Math.min(middle, holder.width - current.offsetWidth - 4))}px`;
    current.style.top = `${button.bottom - holder.top + 6}px`;
  }, [shown]);
  if (!shown) return null;
  return (
    <span ref={sheet} className="tooltip" role="tooltip">
      {shown.name}
      {shown.keys === '' ? null : <kbd>{shown.keys}</kbd>}
    </span>
  );
}
