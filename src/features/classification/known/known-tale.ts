import type { Category } from '../categories.ts';

/** `titles`: in the languages in which it is known, in small letters, without an article before them, parted by `|`. */
export type KnownTale = { name: string; category: Category; ageBand?: '3-5' | '6-8' | '9-12' | '13+'; titles: string };
