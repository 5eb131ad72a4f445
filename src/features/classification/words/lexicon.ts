/** What tales speak of. Each theme speaks for a category; `people` and `court` help to tell categories apart. */
export const THEMES = ['animals', 'creatures', 'death', 'love', 'spells', 'roads', 'wonders', 'village', 'people', 'court'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Words of one language by theme, parted by spaces, in small letters. `troll*` stands for all that begins so, `fell_in_love` for words
 * in a row; `~sun` is found in tales of every kind, and counts a third.
 */
export type Lexicon = Record<Theme, string>;
