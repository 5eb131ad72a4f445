import { type AnimationEvent, useState } from 'react';
import { POINTED_FROM, STARS, starPath } from './stars.ts';

/** Fifty stars. Each sparkles once, for a second; then its sparkle is taken away and the star stays. */
export function NightSky() {
  const [spent, setSpent] = useState<ReadonlySet<number>>(new Set());

  function takeAway(event: AnimationEvent<SVGSVGElement>): void {
    const star = (event.target as Element).getAttribute('data-star');
    if (star !== null) setSpent((known) => new Set(known).add(Number(star)));
  }

  return (
    <svg className="stars" aria-hidden="true" onAnimationEnd={takeAway}>
      {STARS.map(([x, y, size], index) => (
        <svg key={`${x}/${y}`} x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
          {size >= POINTED_FROM ? <path className="star star-big" d={starPath(size)} /> : <circle className="star" r={size / 2} />}
          {spent.has(index) ? null : <path className="sparkle" data-star={index} d={starPath(size * (size >= POINTED_FROM ? 2 : 6))} />}
        </svg>
      ))}
    </svg>
  );
}
