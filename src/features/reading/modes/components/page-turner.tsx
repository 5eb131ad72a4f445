import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { type Shown, startPages } from '../start-pages.ts';
import { turn } from '../turn.ts';

/** Turns the pages of the text with the id `of`, and says at their foot which one is in sight. */
export function PageTurner({ of }: { of: string }) {
  const [shown, setShown] = useState<Shown>({ page: 0, pages: 1 });

  useEffect(() => {
    const text = document.getElementById(of);
    const tell = (next: Shown) => setShown((last) => (last.page === next.page && last.pages === next.pages ? last : next));
    return text === null ? undefined : startPages(text, tell);
  }, [of]);

  function press(deed: 'next' | 'previous'): void {
    const text = document.getElementById(of);
    if (text !== null) turn(text, deed);
  }

  return (
    <>
      <button
        type="button"
        className="icon-btn"
        aria-label={shown.page === 0 ? 'Back to the title' : 'Previous page'}
        onClick={() => press('previous')}
      >
        <Icon name="back" />
      </button>
      <p role="status" className="figures">
        Page {shown.page + 1} of {shown.pages}
      </p>
      <button
        type="button"
        className="icon-btn"
        aria-label={shown.page + 1 >= shown.pages ? 'On to the end of the tale' : 'Next page'}
        onClick={() => press('next')}
      >
        <Icon name="arrow" />
      </button>
    </>
  );
}
