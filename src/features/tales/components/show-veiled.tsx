import { useRef } from 'react';
import { useIsHidden } from '#src/ui/veil.ts';

/** On a card that is veiled by its age: shows the tale, until the page is left. The card is what holds the styles (veil.css). */
export function ShowVeiled({ age, title }: { age: string; title: string }) {
  const isHidden = useIsHidden(age);
  const button = useRef<HTMLButtonElement>(null);
  if (!isHidden) return null;
  return (
    <button
      type="button"
      ref={button}
      className="btn btn-line btn-sm veil-show"
      aria-label={`Show ${title}`}
      onClick={() => {
        const card = button.current?.closest('article');
        card?.classList.add('is-shown');
        card?.querySelector<HTMLElement>('h3 a')?.focus();
      }}
    >
      Show
    </button>
  );
}
