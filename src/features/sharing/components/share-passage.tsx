import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#src/ui/icon.tsx';
import { placeNear } from '#src/ui/place-near.ts';
import { writeFragment } from '../passage-fragment.ts';
import { chosenPassage } from './chosen-passage.ts';
import { copyLink } from './copy-link.ts';
import { SelectedLink } from './selected-link.tsx';

type Props = { of: string; title: string; path: string; range: Range };

/** A button by the selected words, which copies a link to them or hands it to the device's share sheet. */
export function SharePassage({ of, title, path, range }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<string | null>(null);

  useLayoutEffect(() => {
    const place = () => {
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (box.current !== null) placeNear(box.current, rects.at(-1) ?? range.getBoundingClientRect());
    };
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [range]);

  async function share(): Promise<void> {
    const passage = chosenPassage(of);
    if (passage === null) return;
    const url = new URL(path + writeFragment(passage.words), location.href).href;
    if (typeof navigator.share === 'function') {
      try {
        return await navigator.share({ title, text: `“${passage.quote.replace(/\s+/g, ' ')}”`, url });
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    if (!(await copyLink(url))) setRefused(url);
  }

  return createPortal(
    <div className="share-passage" ref={box}>
      {refused === null ? (
        // Pressing it must not take the selection away.
        <button type="button" className="btn btn-gold" onPointerDown={(event) => event.preventDefault()} onClick={share}>
          <Icon name="share" />
          Share this passage
        </button>
      ) : (
        <SelectedLink link={refused} />
      )}
    </div>,
    document.body,
  );
}
