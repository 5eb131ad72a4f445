import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { pictureOf } from '#src/ui/picture.ts';

type Point = { x: number; y: number };
type Props = { address: string; alt: string; point: Point; onMove: (point: Point) => void; onCommit: () => void };

const STEPS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Sets the focal point of an image by click, drag or arrow keys (with Shift in steps of ten). */
export function FocalEditor({ address, alt, point, onMove, onCommit: onSettle }: Props) {
  const id = useId();
  const own = pictureOf(address);
  if (own === undefined) return null;
  const byPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onMove({ x: within(((event.clientX - box.left) / box.width) * 100), y: within(((event.clientY - box.top) / box.height) * 100) });
  };
  const byKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Home') return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    onMove(step === undefined ? { x: 50, y: 50 } : { x: within(point.x + by * step.x), y: within(point.y + by * step.y) });
  };
  return (
    <div className="focal">
      <div
        className="focal-area"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          byPointer(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) byPointer(event);
        }}
        onPointerUp={onSettle}
      >
        <img src={own.src} srcSet={own.srcSet} sizes="24rem" alt={alt} width={own.width} height={own.height} draggable={false} />
        <button
          type="button"
          className="focal-point"
          // React sets this through the DOM, so the Content-Security-Policy allows it.
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          aria-label={`Focal point: ${point.x} % from the left, ${point.y} % from the top`}
          aria-describedby={`${id}-hint`}
          onKeyDown={byKey}
          onBlur={onSettle}
        />
      </div>
      <p className="hint" id={`${id}-hint`}>
        Click the part that must stay visible when the image is cropped, or move the point with the arrow keys (Shift for larger steps, Home
        for the centre).
      </p>
    </div>
  );
}

function within(value: number): number {
  return Math.max(0, Math.min(100, Math.round(value)));
}
