import '#src/ui/styles/reading/presentation.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { type PageStatus, pageTurnForKey, pageTurnForSwipe, pageTurnForTap } from '../reader-modes/page-navigation.tsx';
import { countPages, nearestPage, onLayoutChange, pageAt, scrollToPage } from '../reader-modes/text-layout.ts';
import type { PageTurn } from '../reader-modes/viewport-position.ts';
import { KeepScreenOn } from '../reader-modes/wake-lock.ts';

const SCALES = [0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2];
const NORMAL = SCALES.indexOf(1);
/** Presenters and habits use these, too. */
const SAME_KEYS: Readonly<Record<string, string>> = { ArrowDown: 'ArrowRight', ArrowUp: 'ArrowLeft', Enter: 'ArrowRight' };

/** Shows a tale on a projector: large text, one screen at a time, in full screen if the browser allows it. `of`: the id of the text. */
export function Presentation({ of, onClose }: { of: string; onClose: () => void }) {
  const stage = useRef<HTMLDivElement>(null);
  const screens = useRef<HTMLElement>(null);
  /** The first block that is shown, which stays on the screen when the layout changes. */
  const shown = useRef<Element | null>(null);
  const down = useRef<{ x: number; y: number; at: number } | null>(null);
  const [{ page, pages }, setStatus] = useState<PageStatus>({ page: 0, pages: 1 });
  const [scale, setScale] = useState(NORMAL);

  useFullScreen(stage, onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layOut` reads refs only
  useEffect(() => {
    const element = screens.current;
    if (element === null) return;
    element.append(...copyTale(of));
    element.focus({ preventScroll: true });
    const stop = onLayoutChange(element, layOut);
    return () => {
      stop();
      element.replaceChildren();
    };
  }, [of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the text changes the layout
  useEffect(layOut, [scale]);

  /** Counts the screens, and shows the one with the same block as before. */
  function layOut(): void {
    const element = screens.current;
    if (element === null) return;
    const pages = countPages(element);
    const rect = shown.current?.getClientRects()[0];
    show(element, rect === undefined ? 0 : pageAt(element, rect.left), pages);
  }

  function show(element: HTMLElement, to: number, pages: number): void {
    scrollToPage(element, to, 'instant');
    shown.current = hideOtherScreens(element, to);
    setStatus({ page: to, pages });
  }

  function turn(direction: PageTurn): void {
    const element = screens.current;
    if (element === null) return;
    const now = nearestPage(element);
    const to = { next: now + 1, previous: now - 1, first: 0, last: pages - 1 }[direction];
    show(element, Math.max(0, Math.min(pages - 1, to)), pages);
  }

  /** Leaves full screen first: the browser would drop the focus of a closed dialog. */
  function leave(): void {
    if (document.fullscreenElement === null) onClose();
    else void document.exitFullscreen().catch(onClose);
  }

  function resize(by: number): void {
    setScale((now) => Math.max(0, Math.min(SCALES.length - 1, now + by)));
  }

  function press(event: KeyboardEvent): void {
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    if (isOnButton && (event.key === ' ' || event.key === 'Enter')) return;
    if (event.key === '+' || event.key === '-') {
      resize(event.key === '+' ? 1 : -1);
      return;
    }
    const { shiftKey, altKey, ctrlKey, metaKey } = event;
    const key = SAME_KEYS[event.key] ?? event.key;
    const direction = pageTurnForKey({ key, shiftKey, altKey, ctrlKey, metaKey }, { where: 'at', isFar: false, page, pages });
    if (direction === null) return;
    event.preventDefault();
    turn(direction);
  }

  /** The left third of the text goes back, the rest on. */
  function tap(event: MouseEvent): void {
    if (getSelection()?.isCollapsed === false) return;
    turn(pageTurnForTap(event.clientX, window.innerWidth) === 'previous' ? 'previous' : 'next');
  }

  function swipe(event: PointerEvent): void {
    const from = down.current;
    down.current = null;
    if (from === null || event.pointerType === 'mouse') return;
    const direction = pageTurnForSwipe({ x: event.clientX - from.x, y: event.clientY - from.y, ms: event.timeStamp - from.at });
    if (direction !== null) turn(direction);
  }

  return (
    <Modal className="present" aria-label="Presentation" onCancel={leave} onBackdrop={null} onKeyDown={press}>
      <KeepScreenOn />
      <div ref={stage} className="present-stage" style={{ '--present-scale': SCALES[scale] } as CSSProperties}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys work in the whole dialog */}
        <section
          ref={screens}
          className="present-text prose"
          lang={document.getElementById(of)?.lang}
          aria-label="Tale"
          tabIndex={-1}
          onClick={tap}
          onPointerDown={(event) => {
            down.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
          }}
          onPointerUp={swipe}
          // Browsers scroll to what they find or read aloud.
          onScroll={({ currentTarget }) => {
            if (nearestPage(currentTarget) !== page) show(currentTarget, nearestPage(currentTarget), pages);
          }}
        />
        <div className="present-bar">
          <button type="button" className="btn btn-quiet btn-sm" onClick={leave}>
            <Icon name="close" />
            Exit
          </button>
          <span className="present-sizes">
            <button type="button" className="icon-btn" aria-disabled={scale === 0} onClick={() => resize(-1)}>
              <span aria-hidden="true">A−</span>
              <span className="visually-hidden">Smaller text</span>
            </button>
            <button type="button" className="icon-btn" aria-disabled={scale === SCALES.length - 1} onClick={() => resize(1)}>
              <span aria-hidden="true">A+</span>
              <span className="visually-hidden">Larger text</span>
            </button>
          </span>
          <span className="present-turns">
            <button
              type="button"
              className="icon-btn"
              aria-label="Previous screen"
              aria-disabled={page === 0}
              onClick={() => turn('previous')}
            >
              <Icon name="back" />
            </button>
            <p role="status" className="figures">
              <span className="visually-hidden">Screen </span>
              {page + 1} of {pages}
            </p>
            <button
              type="button"
              className="icon-btn"
              aria-label="Next screen"
              aria-disabled={page + 1 >= pages}
              onClick={() => turn('next')}
            >
              <Icon name="arrow" />
            </button>
          </span>
        </div>
      </div>
    </Modal>
  );
}

/** Full screen while the presentation is open, where supported. Escape leaves full screen, and so the presentation. */
function useFullScreen(stage: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const element = stage.current;
    const onChange = () => document.fullscreenElement === null && leave.current();
    // Phones may have no full screen, and browsers may refuse it.
    element?.requestFullscreen?.().catch(() => undefined);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement === element) void document.exitFullscreen().catch(() => undefined);
    };
  }, [stage]);
}

/** Copies title, text and questions, without what readers press. */
function copyTale(of: string): HTMLElement[] {
  const text = document.getElementById(of);
  const title = document.createElement('div');
  title.className = 'present-title';
  title.append(...['h1', '.facts a'].flatMap((part) => copyOf(document.querySelector(`.tale-head ${part}`))));
  const copies = [title, ...[...(text?.children ?? []), document.querySelector('.after-tale')].flatMap(copyOf)];
  for (const copy of copies) {
    // Old words open their meaning.
    for (const button of copy.querySelectorAll('button, [role="button"]')) button.replaceWith(...button.childNodes);
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      for (const name of ['id', 'href', 'tabindex', 'aria-labelledby']) element.removeAttribute(name);
      // Leads nowhere here, so it must not look like a link.
      if (element instanceof HTMLAnchorElement) element.removeAttribute('class');
      if (element instanceof HTMLImageElement) element.loading = 'eager';
    }
  }
  return copies;
}

function copyOf(element: Element | null): HTMLElement[] {
  return element === null ? [] : [element.cloneNode(true) as HTMLElement];
}

/** Hides blocks on other screens from screen readers. Returns the first block on this one. */
function hideOtherScreens(text: HTMLElement, page: number): Element | null {
  const isHere = (block: Element) => {
    const rects = [...block.getClientRects()];
    return rects.length > 0 && pageAt(text, rects[0]?.left ?? 0) <= page && pageAt(text, rects.at(-1)?.left ?? 0) >= page;
  };
  const here = [...text.children].filter(isHere);
  for (const block of text.children) block.ariaHidden = here.includes(block) ? null : 'true';
  return here[0] ?? null;
}
