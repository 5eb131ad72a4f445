/** What kinds of tale are about, by the numbers of the folklorists' index of types (ATU), in our own words. */

/** Numbers from the one to the next. */
const MOTIFS: readonly (readonly [from: number, words: string])[] = [
  [1, 'a sly fox'],
  [100, 'beasts wild and tame'],
  [150, 'beasts and people'],
  [220, 'birds and small creatures'],
  [300, 'a fearsome foe'],
  [400, 'an enchanted bride'],
  [425, 'an enchanted husband'],
  [450, 'brothers and sisters under a spell'],
  [460, 'a long errand'],
  [500, 'a magical helper'],
  [530, 'a helpful animal'],
  [560, 'a magical thing'],
  [650, 'a wondrous gift'],
  [700, 'wonders'],
  [750, 'reward and punishment'],
  [850, 'a clever match'],
  [900, 'a test of love'],
  [920, 'wise words'],
  [950, 'robbers and thieves'],
  [970, 'fate'],
  [1000, 'a giant outwitted'],
  [1200, 'fools'],
  [1350, 'husbands and wives'],
  [1525, 'tricksters'],
  [1850, 'tall stories'],
  [2000, 'one thing after another'],
];
const LAST = 2_399;
/** As tale_type_number() in the database reads it. */
const NUMBER = /^(?:ATU|AaTh|AT) ?0*([0-9]{1,4})/;

export type Motif = { number: number; from: number; to: number; words: string };

/** The kind of a tale type such as `ATU 545B`: its number, the numbers of its kind, and what that is about. Undefined for other texts. */
export function motifOf(taleType: string): Motif | undefined {
  const number = Number(NUMBER.exec(taleType)?.[1] ?? Number.NaN);
  const at = MOTIFS.findLastIndex(([from]) => number >= from);
  const found = MOTIFS[at];
  if (found === undefined || number > LAST) return undefined;
  return { number, from: found[0], to: (MOTIFS[at + 1]?.[0] ?? LAST + 1) - 1, words: found[1] };
}
