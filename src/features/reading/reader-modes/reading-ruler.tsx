import '#src/ui/styles/reading/modes.css';
import { useEffect, useRef } from 'react';
import { isNotTyping, isOverlayOpen } from '../components/keyboard-shortcuts.ts';
import { isPaged } from './text-layout.ts';
import { turnPage } from './viewport-position.ts';

/** A band behind the line being read; ignores pointer events. */
export function ReadingRuler({ of }: { of: string }) {
  const band = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const text = document.getElementById(of);
    return text === null || band.current === null ? undefined : followLines(text, band.current);
  }, [of]);
  return <div ref={band} className="ruler" aria-hidden="true" hidden />;
}

/** Overhang of the band at both ends, in pixels. */
const MARGIN = 14;

/** Moves the band with pointer, touch and Alt+Arrow keys. Returns a function to stop. */
export function followLines(text: HTMLElement, band: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const at = { x: window.innerWidth / 2, y: window.innerHeight / 3 };
  let frame = 0;

  const draw = () => {
    frame = 0;
    const lines = visibleLines(text);
    const line = lines[lineAt(lines, at.x, at.y)];
    band.hidden = line === undefined;
    if (line !== undefined) positionBand(band, line, text);
  };
  const soon = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const point = ({ clientX, clientY }: PointerEvent) => {
    Object.assign(at, { x: clientX, y: clientY });
    soon();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!isNotTyping(event.target) || isOverlayOpen()) return;
    event.preventDefault();
    Object.assign(at, stepTo(text, at, step));
    soon();
  };
  addEventListener('pointermove', point, { signal, passive: true });
  addEventListener('pointerdown', point, { signal, passive: true });
  document.addEventListener('keydown', press, { signal });
  addEventListener('scroll', soon, { signal, passive: true, capture: true });
  const size = new ResizeObserver(soon);
  size.observe(text);
  draw();
  return () => {
    stop.abort();
    size.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** Returns a point on the previous or next line; past the visible lines, turns the page or scrolls. */
function stepTo(text: HTMLElement, at: { x: number; y: number }, step: number): { x: number; y: number } {
  const lines = visibleLines(text);
  const next = lines[lineAt(lines, at.x, at.y) + step];
  if (next !== undefined) return { x: next.left + 1, y: (next.top + next.bottom) / 2 };
  if (!isPaged(text)) {
    const way = (step * window.innerHeight) / 2;
    window.scrollBy({ top: way, behavior: 'instant' });
    return { x: at.x, y: at.y - way + step * lineHeightOf(text) };
  }
  turnPage(text, step > 0 ? 'next' : 'previous');
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return step > 0 ? { x: left, y: top } : { x: right, y: bottom };
}

function visibleLines(text: HTMLElement): Box[] {
  const seen = text.getBoundingClientRect();
  const isSeen = ({ left, right, top, bottom }: Box) =>
    right > seen.left && left < seen.right - 1 && bottom > 0 && top < window.innerHeight;
  const range = document.createRange();
  return linesOf(
    [...text.children].flatMap((block) => {
      if (![...block.getClientRects()].some(isSeen)) return [];
      range.selectNodeContents(block);
      return [...range.getClientRects()].filter(isSeen);
    }),
  );
}

/** Covers the current line and the next one. */
function positionBand(band: HTMLElement, line: Box, text: HTMLElement): void {
  const high = lineHeightOf(text);
  const column = columnOf(text, line);
  const box = { left: column.left - MARGIN, top: (line.top + line.bottom - high) / 2, width: column.width + 2 * MARGIN, height: 2 * high };
  for (const [name, pixels] of Object.entries(box)) band.style.setProperty(name, `${Math.round(pixels)}px`);
}

/** Returns the column of a line: as wide as its block. */
function columnOf(text: HTMLElement, line: Box): { left: number; width: number } {
  const middle = (line.top + line.bottom) / 2;
  for (const block of text.children) {
    for (const { left, right, top, bottom } of block.getClientRects()) {
      if (top <= middle && bottom >= middle && left <= line.left + 1 && right >= line.right - 1) return { left, width: right - left };
    }
  }
  return { left: line.left, width: line.right - line.left };
}

function lineHeightOf(text: Element): number {
  return Number.parseFloat(getComputedStyle(text).lineHeight) || 32;
}

export type Box = { left: number; right: number; top: number; bottom: number };

/** Boxes that overlap less, as a share of the line height, belong to different lines. */
const OVERLAP = 0.5;

/**
 * Merges boxes of text, in order, into lines. A jump to the next column also starts a line.
 */
export function linesOf(pieces: readonly Box[]): Box[] {
  const lines: Box[] = [];
  for (const { left, right, top, bottom } of pieces) {
    if (right - left < 1 || bottom - top < 1) continue;
    const line = lines.at(-1);
    const shared = line === undefined ? 0 : Math.min(line.bottom, bottom) - Math.max(line.top, top);
    const isBeside = line !== undefined && left > line.left - (bottom - top) && left < line.right + 4 * (bottom - top);
    if (line !== undefined && isBeside && shared > OVERLAP * Math.min(line.bottom - line.top, bottom - top)) {
      lines[lines.length - 1] = {
        left: Math.min(line.left, left),
        right: Math.max(line.right, right),
        // Ignore the extra height of a drop cap.
        top: Math.max(line.top, top),
        bottom: Math.min(line.bottom, bottom),
      };
    } else lines.push({ left, right, top, bottom });
  }
  return lines;
}

/** Returns the index of the line nearest to a point, preferring its column; -1 without lines. */
export function lineAt(lines: readonly Box[], x: number, y: number): number {
  let best = { index: -1, far: Number.POSITIVE_INFINITY };
  for (const [index, { left, right, top, bottom }] of lines.entries()) {
    const aside = Math.max(0, left - x, x - right);
    const far = Math.max(0, top - y, y - bottom) + 0.25 * Math.max(0, aside - 40);
    if (far < best.far) best = { index, far };
  }
  return best.index;
}
