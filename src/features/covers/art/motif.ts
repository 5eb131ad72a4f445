/**
 * The paper a piece of a motif is cut from: k ink, b second paper, l light paper, g gold, p accent, c cut-out (the light
 * behind shows), w lit window, and the shades q of accent, h of gold, s of light.
 */
export type Role = 'k' | 'b' | 'l' | 'g' | 'p' | 'c' | 'w' | 'q' | 'h' | 's';

/** One piece in a box of 200 by 200, ground at y = 200. With a width it is a thread instead of a filled shape. */
export type Piece = readonly [role: Role, path: string, width?: number];

/** Cuts the pieces of a motif, back to front. */
export type Motif = () => readonly Piece[];
