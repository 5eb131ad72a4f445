import { useEffect, useRef } from 'react';

/** The end of bedtime: the screen is dark. Any tap and any key lights it again. */
export function NightVeil({ onLift }: { onLift: () => void }) {
  const veil = useRef<HTMLButtonElement>(null);
  const lift = useRef(onLift);
  lift.current = onLift;
  useEffect(() => {
    veil.current?.focus();
    const keyed = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      lift.current();
    };
    addEventListener('keydown', keyed, { capture: true });
    return () => {
      removeEventListener('keydown', keyed, { capture: true });
      document.querySelector<HTMLElement>('.listen-play')?.focus();
    };
  }, []);
  return (
    <button type="button" ref={veil} className="night-veil" aria-label="Good night. Any key lights the page again." onClick={onLift}>
      <span>Good night</span>
    </button>
  );
}
