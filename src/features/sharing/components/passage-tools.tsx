import '#src/ui/styles/sharing/passage.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#src/ui/icon.tsx';
import { positionPopover } from '#src/ui/position-popover.ts';
import { describePassage, findPassage, readFragment, type TextFragment, wholeWords, writeFragment } from '../text-fragment.ts';
import { copyLink, LinkField } from './copy-link.tsx';
import { flattenText, getSelectedPassage, setSelectedPassage } from './passage-text.ts';

type Props = { of: string; title: string; path: string };

const SELECTION_IDLE_MS = 250;
/** Characters of the passage that are announced. */
const MAX_ANNOUNCED = 160;

/** Scrolls to the passage in the URL, highlights and announces it; offers to share selected text. */
export function PassageTools({ of, title, path }: Props) {
  const announcement = useLinkedPassage(of);
  const range = useSelectedRange(of);
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {range === null ? null : <SharePassage of={of} title={title} path={path} range={range} />}
    </>
  );
}

/** Returns the announcement for the linked passage. */
function useLinkedPassage(of: string): string {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const open = () => {
      const text = document.getElementById(of);
      const words = readFragment(location.hash);
      const marks = text === null || words === null ? [] : highlightPassage(text, words);
      const [mark] = marks;
      if (mark === undefined) return;
      mark.tabIndex = -1;
      mark.focus({ preventScroll: true });
      mark.scrollIntoView({ block: 'center', behavior: 'instant' });
      setAnnouncement(`The shared passage is highlighted: ${shorten(marks.map(({ textContent }) => textContent).join(' '))}`);
      // Fonts that load may move it; do not scroll again if the reader has scrolled.
      const top = scrollY;
      void document.fonts.ready.then(
        () => scrollY === top && mark.isConnected && mark.scrollIntoView({ block: 'center', behavior: 'instant' }),
      );
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [of]);
  return announcement;
}

function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  return plain.length <= MAX_ANNOUNCED ? plain : `${plain.slice(0, MAX_ANNOUNCED)} …`;
}

/** Returns the selection once it is stable, and stores it for the share dialog until the text is clicked. */
function useSelectedRange(of: string): Range | null {
  const [range, setRange] = useState<Range | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      // The link field for manual copying takes the selection.
      if (document.activeElement?.closest('.share-passage')) return;
      const text = document.getElementById(of);
      const selection = getSelection();
      if (text === null || selection === null || selection.rangeCount === 0) return setRange(null);
      const selected = selection.getRangeAt(0);
      if (selection.isCollapsed) {
        if (text.contains(selected.startContainer)) setSelectedPassage(of, null);
        return setRange(null);
      }
      const flat = flattenText(text);
      const touched = flat.offsetsOf(selected);
      const found = touched && wholeWords(flat.text, ...touched);
      if (found === null) return setRange(null);
      setSelectedPassage(of, { quote: flat.text.slice(...found), words: describePassage(flat.text, ...found) });
      setRange(selected.cloneRange());
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SELECTION_IDLE_MS);
    };
    look();
    document.addEventListener('selectionchange', later);
    return () => {
      clearTimeout(timer);
      setSelectedPassage(of, null);
      document.removeEventListener('selectionchange', later);
    };
  }, [of]);
  return range;
}

type SharePassageProps = { of: string; title: string; path: string; range: Range };

/** Button next to the selection that opens the device's share sheet or copies a link. */
export function SharePassage({ of, title, path, range }: SharePassageProps) {
  const box = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<string | null>(null);

  useLayoutEffect(() => {
    const position = () => {
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (box.current !== null) positionPopover(box.current, rects.at(-1) ?? range.getBoundingClientRect());
    };
    position();
    addEventListener('resize', position);
    return () => removeEventListener('resize', position);
  }, [range]);

  async function share(): Promise<void> {
    const passage = getSelectedPassage(of);
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
        // Pressing it must not clear the selection.
        <button type="button" className="btn btn-gold" onPointerDown={(event) => event.preventDefault()} onClick={share}>
          <Icon name="share" />
          Share this passage
        </button>
      ) : (
        <LinkField link={refused} />
      )}
    </div>,
    document.body,
  );
}

const HIGHLIGHT_CLASS = 'passage-mark';

/** Highlights a passage and returns the mark elements; empty if it is not found. The text content does not change. */
export function highlightPassage(text: Element, words: TextFragment): HTMLElement[] {
  removeHighlight(text);
  const flat = flattenText(text);
  const found = findPassage(flat.text, words);
  if (found === null) return [];
  return flat.pieces(...found).map(({ node, start, end }) => {
    const mark = document.createElement('mark');
    mark.className = HIGHLIGHT_CLASS;
    const middle = start === 0 ? node : node.splitText(start);
    if (end - start < middle.length) middle.splitText(end - start);
    middle.replaceWith(mark);
    mark.append(middle);
    return mark;
  });
}

export function removeHighlight(text: Element): void {
  for (const mark of text.querySelectorAll(`.${HIGHLIGHT_CLASS}`)) mark.replaceWith(...mark.childNodes);
}
