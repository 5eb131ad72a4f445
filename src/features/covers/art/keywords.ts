import type { MotifName } from './motifs.ts';
import { hash, item } from './numbers.ts';
import { type PaletteName, paletteName } from './palettes.ts';

/** Motifs and regular expressions of title words. First match wins, so specific ones come first. Whole words, with an optional plural or possessive ending. */
const KEYWORDS: readonly (readonly [MotifName, string])[] = [
  ['hood', 'red riding|little red|red cap|riding hood'],
  ['bear', 'east of the sun|bear|snow-white and rose|snow white and rose'],
  ['apple', 'snow.?white|snow.?drop|apple|poison|peach|momotar.|persimmon'],
  ['turnip', 'turnip'],
  ['spider', 'anansi|ananse|iktomi|spider'],
  ['forest', 'little thumb|hop.o.my.thumb|giuf.'],
  ['snow', 'snow|frost|winter|ice|mitten|twelve months'],
  ['firebird', 'firebird|fire-bird|phoenix|golden bird|feather|simurgh'],
  ['fox', 'fox|reynard|jackal'],
  ['cat', 'puss|cat|kitten'],
  ['mermaid', 'mermaid|undine|sea maid|selkie'],
  ['tower', 'rapunzel|tower|petrosinella|sharpsight'],
  ['hut', 'baba yaga|vasilisa|hen.s legs|witch'],
  ['frog', 'frog|toad'],
  ['statue', 'happy prince|statue'],
  ['fish', 'ye xian|fish|fisher|fisherman|flounder|pike'],
  ['key', 'bluebeard|key|forbidden|locked|fitcher'],
  ['soldier', 'soldier|nutcracker|drummer'],
  ['bed', 'pea|mattress'],
  ['tulip', 'thumbelina|flower|tulip|blossom|garden|ragwort'],
  ['slipper', 'cinderella|slipper|shoes|dancing|ashputtel'],
  ['coach', 'coach|carriage|pumpkin'],
  ['wheel', 'rumpelstiltskin|spinner|spinning|spindle|flax|straw|weaver|nettle'],
  ['rose', 'beauty|rose|briar|thorn|sleeping'],
  ['mirror', 'mirror|looking|vain|glass coffin'],
  ['cottage', 'hansel|gretel|gingerbread|cottage|house|three little|goldilocks|home|mouse|door'],
  ['beanstalk', 'beanstalk|jack|bean'],
  ['geese', 'wild swan|geese|goose|six swans|nils'],
  ['raven', 'raven|crow|magpie'],
  ['swan', 'swan|duckling|duck|crane|children of lir'],
  ['songbird', 'nightingale|lark|sparrow|robin|wren|bird|swallow|chick'],
  ['lamp', 'aladdin|lamp|genie|wish'],
  ['ship', 'ship|sea|sail|sinbad|voyage|island|pirate'],
  ['candle', 'match|candle|godfather death|tinder.?box'],
  ['wolf', 'wolf|wolves'],
  ['dragon', 'dragon|serpent|worm|monster'],
  ['bridge', 'bridge|goats|troll|river|whuppie'],
  ['mountain', 'mountain|glass hill|hill|peak'],
  ['well', 'well|water|mother holle|holle|frau'],
  ['stag', 'stag|deer|roe|brother and sister|hind'],
  ['hare', 'hare|rabbit|tortoise'],
  ['lion', 'lion'],
  ['owl', 'owl|night'],
  ['cage', 'cage|jorinda|jorinde|parrot'],
  ['cauldron', 'porridge|pot|cauldron|soup|pancake|kettle|chattee'],
  ['tree', 'juniper|tree|pear|almond|citron|monkey'],
  ['star', 'star|thaler|money|sky'],
  ['lantern', 'lantern|light|lost|way'],
  ['mushroom', 'knockgrafton|elf|elves|gnome|dwarf|mushroom|pixie|goblin'],
  ['castle', 'castle|giant|tattercoats|palace|princess|kingdom'],
  ['crown', 'ricky|king|queen|crown|emperor|prince|royal'],
  ['moon', 'moon|sun|dream|sleep'],
  ['forest', 'forest|wood|path'],
  ['book', 'tale|story|book'],
];

const BY_CATEGORY: Record<PaletteName, readonly MotifName[]> = {
  classic: ['castle', 'book', 'crown', 'rose', 'cottage'],
  folklore: ['hut', 'cottage', 'fox', 'well', 'tree'],
  fantasy: ['moon', 'star', 'book', 'lantern', 'mountain'],
  dark: ['raven', 'wolf', 'owl', 'key', 'forest'],
  romance: ['rose', 'swan', 'songbird', 'tulip', 'castle'],
  adventure: ['ship', 'mountain', 'bridge', 'lamp', 'beanstalk'],
  animals: ['fox', 'hare', 'stag', 'owl', 'songbird'],
  'magical-creatures': ['dragon', 'firebird', 'mushroom', 'mermaid', 'stag'],
  enchanted: ['lantern', 'mirror', 'moon', 'mushroom', 'star'],
};

const PATTERNS = KEYWORDS.map(([name, words]) => [name, new RegExp(`[^a-z](${words})('s|’s|s|es)?[^a-z]`)] as const);

/** Returns the motif of a tale: by keyword in its title, else one of the five of its category, chosen by the seed. */
export function chooseMotif(title: string, category: string, seed = hash(title)): MotifName {
  const text = ` ${title.toLowerCase()} `;
  const match = PATTERNS.find(([, pattern]) => pattern.test(text));
  if (match) return match[0];
  const list = BY_CATEGORY[paletteName(category)];
  return item(list, seed % list.length);
}
