/** Moves the band of the ruler over the lines of a text: with the pointer, with a finger, and by keys. */
import { isPlain, isSheetOpen } from './keys.ts';
import { type Box, lineAt, linesOf } from './lines.ts';
import { isPaged } from './page-box.ts';
import { turn } from './turn.ts';

/** Beyond the ends of a line, pixels. */
const MARGIN = 14;

/** `band` is fixed in the window. Returns the end of it. */
export function followLines(text: HTMLElement, band: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const at = { x: window.innerWidth / 2, y: window.innerHeight / 3 };
  let frame = 0;

  const draw = () => {
    frame = 0;
    const lines = linesInSight(text);
    const line = lines[lineAt(lines, at.x, at.y)];
    band.hidden = line === undefined;
    if (line !== undefined) lay(band, line, text);
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
    if (!isPlain(event.target) || isSheetOpen()) return;
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

/** A point on the line before or after; past the ends of what is in sight the page is turned, or scrolled. */
function stepTo(text: HTMLElement, at: { x: number; y: number }, step: number): { x: number; y: number } {
  const lines = linesInSight(text);
  const next = lines[lineAt(lines, at.x, at.y) + step];
  if (next !== undefined) return { x: next.left + 1, y: (next.top + next.bottom) / 2 };
  if (!isPaged(text)) {
    const way = (step * window.innerHeight) / 2;
    window.scrollBy({ top: way, behavior: 'instant' });
    return { x: at.x, y: at.y - way + step * usualHeight(text) };
  }
  turn(text, step > 0 ? 'next' : 'previous');
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return step > 0 ? { x: left, y: top } : { x: right, y: bottom };
}

function linesInSight(text: HTMLElement): Box[] {
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

/** The line that is read and the next one. */
function lay(band: HTMLElement, line: Box, text: HTMLElement): void {
  const high = usualHeight(text);
  const column = columnOf(text, line);
  const box = { left: column.left - MARGIN, top: (line.top + line.bottom - high) / 2, width: column.width + 2 * MARGIN, height: 2 * high };
  for (const [name, pixels] of Object.entries(box)) band.style.setProperty(name, `${Math.round(pixels)}px`);
}

/** Where the lines of its column may stand: as wide as the block of the text it is in. */
function columnOf(text: HTMLElement, line: Box): { left: number; width: number } {
  const middle = (line.top + line.bottom) / 2;
  for (const block of text.children) {
    for (const { left, right, top, bottom } of block.getClientRects()) {
      if (top <= middle && bottom >= middle && left <= line.left + 1 && right >= line.right - 1) return { left, width: right - left };
    }
  }
  return { left: line.left, width: line.right - line.left };
}

function usualHeight(text: Element): number {
  return Number.parseFloat(getComputedStyle(text).lineHeight) || 32;
}
