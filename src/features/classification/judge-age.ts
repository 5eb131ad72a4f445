import type { ContentNote } from '#src/features/tales/content-notes.ts';
import type { Category } from './categories.ts';
import type { AgeBand } from './classified-tale.ts';
import type { Reading } from './read-tale.ts';

/** Notes that make a tale one for older children; three of them, one for readers over 12. */
const HARD: readonly ContentNote[] = [
  'violence',
  'death-of-a-child',
  'suicide',
  'slavery',
  'old-stereotypes',
  'drink',
  'frightening-scenes',
];
const LONG = 3300;
/** A chain tale says the same words again and again: under this share of its runs of four words are different. */
const CHAIN = 0.66;
const NURSERY = { fewest: 100, most: 900 };

/** For whom a tale is told, and why. */
export function judgeAge(category: Category, { words: all, notes, sources, known }: Reading): { ageBand: AgeBand; why: string } {
  const words = all.length;
  if (known?.ageBand !== undefined) return { ageBand: known.ageBand, why: `As ‘${known.name}’ is told.` };
  const hard = notes.filter(({ note }) => HARD.includes(note)).length;
  if (hard >= 3) return { ageBand: '13+', why: `Its content notes: ${hard} of them are hard.` };
  if (hard > 0) return { ageBand: '9-12', why: 'Its content notes.' };
  const older = sources.find(({ ageBand }) => ageBand !== undefined);
  if (older !== undefined) return { ageBand: '9-12', why: `${older.name}.` };
  if (category === 'dark') return { ageBand: '9-12', why: 'It is a dark tale.' };
  if (words > LONG) return { ageBand: '9-12', why: `It is long: ${words.toLocaleString('en')} words.` };
  if (isChainTale(all)) return { ageBand: '3-5', why: 'It is short, and its words come back again and again.' };
  return { ageBand: '6-8', why: 'Nothing in it asks for older readers.' };
}

function isChainTale(words: readonly string[]): boolean {
  if (words.length < NURSERY.fewest || words.length > NURSERY.most) return false;
  const count = words.length - 3;
  const seen = new Set<string>();
  for (let at = 0; at < count && seen.size < count * CHAIN; at += 1)
    seen.add(`${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`);
  return seen.size < count * CHAIN;
}
