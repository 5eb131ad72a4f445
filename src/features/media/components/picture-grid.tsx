import type { KeyboardEvent } from 'react';
import { Picture as Shown } from '#src/ui/picture.tsx';
import type { Picture } from '../contract.ts';

type Props = { pictures: readonly Picture[]; chosen: string | undefined; onChoose: (picture: Picture) => void };

/** A grid of selectable images. Arrow keys and Tab move between them. */
export function PictureGrid({ pictures, chosen, onChoose }: Props) {
  return (
    <ul className="media-grid" onKeyDown={moveFocus}>
      {pictures.map((picture) => (
        <li key={picture.id}>
          <button type="button" className="media-tile" aria-pressed={picture.id === chosen} onClick={() => onChoose(picture)}>
            <span className="media-thumb">
              <Shown address={picture.address} sizes="12rem" loading="lazy" />
            </span>
            <span className="media-name">{picture.name}</span>
            <span className="media-note">{picture.alt === '' ? 'No alt text yet' : `${picture.width} × ${picture.height}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const top = buttons[0]?.parentElement?.offsetTop;
  const columns = buttons.filter((button) => button.parentElement?.offsetTop === top).length;
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const step = steps[event.key];
  const next = step === undefined || at === -1 ? undefined : buttons[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
