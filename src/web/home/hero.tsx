import { useEffect, useState } from 'react';
import { HillDivider, NightScene } from '#src/ui/artwork.tsx';
import { formatCount } from '#src/ui/format.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { Eyebrow } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import type { HomeView } from './contract.ts';

/** What parents come for, each one click from an answer. */
const QUICK_LINKS: readonly { name: string; href: string; icon: IconName }[] = [
  { name: '5 minutes', href: urls.howLong('minutes=5'), icon: 'clock' },
  { name: 'Bedtime', href: urls.tales('minutes=10&calm=yes'), icon: 'moon' },
  { name: 'Read aloud', href: urls.howLong('minutes=10'), icon: 'sound' },
  { name: 'Surprise me', href: urls.random(), icon: 'dice' },
];

export function Hero({ talesCount, ages }: Pick<HomeView, 'talesCount' | 'ages'>) {
  return (
    <section className="hero forest" aria-label="Welcome">
      <NightScene className="hero-art" />
      <NightSky />
      <div className="page hero-text">
        <Eyebrow>{talesCountText(talesCount)}</Eyebrow>
        <h1>
          Deep in the wood,
          <br />
          <em>a story is waiting.</em>
        </h1>
        <p className="lede">
          Fairy tales gathered from every corner of the old world, set in good type, to be read by lamplight or by day.
        </p>
        <p className="hero-promise">{promiseText(ages)}</p>
        <p className="hero-go">
          <a className="btn btn-gold btn-lg" href={urls.tales()}>
            <Icon name="book" />
            Start Reading
          </a>
          <a className="btn btn-line btn-lg" href={urls.categories()}>
            Browse Categories
          </a>
        </p>
        <ul className="hero-quick">
          {QUICK_LINKS.map(({ name, href, icon }) => (
            <li key={name}>
              <a className="btn btn-line" href={href}>
                <Icon name={icon} />
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <HillDivider shape="hill" />
    </section>
  );
}

const SPARKLE_GROUPS = 7;
const SPARKLE_MS = 1_100;

/** Stars that sparkle once, in groups: animating all at once would delay the first paint. */
export function NightSky() {
  const [turn, setTurn] = useState(-1);

  useEffect(() => {
    if (turn === SPARKLE_GROUPS) return;
    const timer = setTimeout(() => setTurn(turn + 1), SPARKLE_MS);
    return () => clearTimeout(timer);
  }, [turn]);

  return (
    <svg className="stars" aria-hidden="true">
      {STARS.map(([x, y, size], index) => (
        <svg key={`${x}/${y}`} x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
          {size >= MIN_POINTED_SIZE ? <path className="star star-big" d={starPath(size)} /> : <circle className="star" r={size / 2} />}
          {index % SPARKLE_GROUPS === turn && <path className="sparkle" d={starPath(size * (size >= MIN_POINTED_SIZE ? 2 : 6))} />}
        </svg>
      ))}
    </svg>
  );
}

/** Positions in per cent of the sky, sizes in px. */
export const STARS: readonly (readonly [x: number, y: number, size: number])[] = [
  [54.3, 7.7, 3.8],
  [21.1, 14.5, 11.4],
  [46.1, 7.2, 2.5],
  [89.8, 38.2, 2.5],
  [72.5, 7.9, 1.8],
  [93.2, 38.4, 3],
  [9.1, 2.4, 11.9],
  [92.9, 12.1, 2.1],
  [85.1, 50.4, 2.3],
  [0.9, 29.9, 2.4],
  [85.8, 9.3, 3.4],
  [28.7, 19.9, 2.1],
  [88.6, 48.9, 2.1],
  [90.1, 24, 2.8],
  [31.7, 17.1, 3.5],
  [99.4, 38.4, 3.1],
  [88.7, 28.3, 2.7],
  [0.1, 24.8, 1.9],
  [97.5, 43.5, 3.3],
  [34.1, 6.2, 2.4],
  [86.6, 20.9, 2.7],
  [89.5, 39.5, 2.5],
  [38.6, 13.5, 2],
  [0.5, 36.2, 2.3],
  [59.1, 15.7, 1.8],
  [4.9, 9.6, 2.9],
  [72.4, 7.5, 2.2],
  [24.5, 5.8, 17],
  [59.7, 4.4, 3.7],
  [66.3, 8.4, 3.6],
  [53.7, 9.1, 2.3],
  [94.3, 17.3, 17.7],
  [12.4, 15.3, 3.4],
  [52, 16.6, 1.9],
  [38.2, 10.2, 2.8],
  [2.6, 17.6, 1.7],
  [3.6, 14.6, 3.1],
  [96.8, 33, 2],
  [35.7, 7.1, 16.2],
  [13.8, 16.5, 2.5],
  [33.6, 10, 15.2],
  [94.1, 47.2, 2.6],
  [56.5, 4.7, 15.1],
  [58, 13.2, 2],
  [59.7, 15.8, 2.1],
  [99.5, 8.7, 3.4],
  [87, 43.8, 1.9],
  [34.6, 16, 12.1],
  [91.7, 31.5, 2.7],
  [88.9, 4.6, 2.4],
];

export const MIN_POINTED_SIZE = 8;

/** SVG path of a four-pointed star centred on the origin. */
export function starPath(size: number): string {
  const far = size / 2;
  const near = size * 0.07;
  const points = [
    `0 ${-far}`,
    `${near} ${-near}`,
    `${far} 0`,
    `${near} ${near}`,
    `0 ${far}`,
    `${-near} ${near}`,
    `${-far} 0`,
    `${-near} ${-near}`,
  ];
  return `M${points.join('L')}z`;
}

/** Returns the number of tales above the headline, rounded down to a hundred from 100 on. */
export function talesCountText(count: number): string {
  if (count >= 100) return `Over ${formatCount(Math.floor(count / 100) * 100)} tales from classic authors`;
  if (count > 0) return `${count} ${count === 1 ? 'tale' : 'tales'} from classic authors`;
  return 'Tales from classic authors';
}

/** Returns what a visitor should know first; with the ages that have tales. */
export function promiseText(ages: HomeView['ages']): string {
  const youngest = ages[0]?.value.split('-')[0];
  const forAges = youngest === undefined ? '' : `, for ages ${youngest.replace('+', '')} and up`;
  return `Free${forAges}: to read, to hear, and to keep for offline.`;
}
