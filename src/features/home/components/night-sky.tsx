import { useEffect, useState } from 'react';
import { POINTED_FROM, STARS, starPath } from './stars.ts';

const TURNS = 7;
const TURN_MS = 1_100;

/** Fifty stars. Each sparkles once, for a second, some at a time: all at once the page would be late on the screen. */
export function NightSky() {
  const [turn, setTurn] = useState(-1);

  useEffect(() => {
    if (turn === TURNS) return;
    const timer = setTimeout(() => setTurn(turn + 1), TURN_MS);
    return () => clearTimeout(timer);
  }, [turn]);

  return (
    <svg className="stars" aria-hidden="true">
      {STARS.map(([x, y, size], index) => (
        <svg key={`${x}/${y}`} x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
          {size >= POINTED_FROM ? <path className="star star-big" d={starPath(size)} /> : <circle className="star" r={size / 2} />}
          {index % TURNS === turn && <path className="sparkle" d={starPath(size * (size >= POINTED_FROM ? 2 : 6))} />}
        </svg>
      ))}
    </svg>
  );
}
