import { band } from './curves.ts';
import type { Motif } from './motif.ts';
import { polar } from './numbers.ts';
import { circle, ellipse, leaf, poly, ring, sym } from './paths.ts';

const LEGS = [
  [-14, -52, -66, -40],
  [-18, -62, -30, -4],
  [-18, -60, 12, 44],
  [-12, -44, 40, 84],
] as const;

/** One leg of the spider on each side: out to the knee, and on to the foot. */
function legs(): string {
  return [-1, 1]
    .flatMap((side) =>
      LEGS.map(([, knee, kneeY, footY], i) => {
        const x = (away: number) => 100 - side * away;
        const points = [
          [x(-8), 96 + i * 6],
          [x(knee), 96 + kneeY],
          [x(knee - 22), 96 + footY],
        ] as const;
        return band(points, [6, 5, 1.5], 4);
      }),
    )
    .join('');
}

/** Lion and spider, cut in paper. */
export const CREATURES = {
  lion: () => [
    ['k', ring(18, (deg) => leaf(...polar(100, 98, 54, deg), 52, deg, 26))],
    ['p', ring(18, (deg) => leaf(...polar(100, 98, 42, deg + 10), 50, deg + 10, 24))],
    ['q', circle(100, 98, 56)],
    ['g', circle(58, 52, 17) + circle(142, 52, 17)],
    ['k', circle(58, 54, 9) + circle(142, 54, 9)],
    ['g', sym('M100 44C64 42 50 66 54 92C56 112 66 120 72 136C78 152 90 160 100 160')],
    ['h', sym('M100 58Q92 78 88 100L84 112Q92 120 100 122')],
    ['l', sym('M100 122Q84 112 74 126Q72 142 86 148Q90 160 100 160')],
    ['k', 'M84 104Q100 96 116 104Q112 118 100 122Q88 118 84 104z'],
    ['k', 'M100 120V134Q92 146 80 140M100 134Q108 146 120 140', 2.4],
    ['k', 'M62 84Q74 74 86 86Q74 92 62 84zM138 84Q126 74 114 86Q126 92 138 84z'],
    ['w', circle(75, 84, 2.6) + circle(125, 84, 2.6)],
    ['k', 'M60 74Q72 64 86 74M140 74Q128 64 114 74', 2],
  ],

  spider: () => [
    ['l', [34, 62, 90].map((r) => poly(...Array.from({ length: 8 }, (_, i) => polar(100, 88, r, i * 45 + 22)))).join(''), 1.6],
    [
      'l',
      ring(
        8,
        (deg) =>
          `M100 88L${polar(100, 88, 112, deg + 22)
            .map(Math.round)
            .join(' ')}`,
      ),
      1.6,
    ],
    ['k', legs()],
    ['k', ellipse(100, 132, 34, 40) + circle(100, 86, 21)],
    ['p', 'M100 104Q114 124 100 136Q86 124 100 104zM100 138Q112 152 100 162Q88 152 100 138z'],
    ['g', 'M72 128Q78 122 82 128Q80 138 74 140zM128 128Q122 122 118 128Q120 138 126 140z'],
    ['w', circle(92, 80, 4.4) + circle(108, 80, 4.4)],
    ['k', circle(92, 80, 2) + circle(108, 80, 2)],
  ],
} satisfies Record<string, Motif>;
