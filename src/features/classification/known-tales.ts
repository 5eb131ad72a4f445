/** Well-known tales, recognised by their titles. */
import type { CategorySlug } from './classification-types.ts';

/** `titles`: in several languages, lower-case, without a leading article, separated by `|`. */
export type KnownTale = { name: string; category: CategorySlug; ageBand?: '3-5' | '6-8' | '9-12' | '13+'; titles: string };

const KNOWN_TALES: readonly KnownTale[] = [
  {
    name: 'Cinderella',
    category: 'classic',
    titles: 'cinderella|aschenputtel|aschenbrödel|askepot|assepoester|cendrillon|cenicienta|askungen|little glass slipper',
  },
  {
    name: 'Snow White',
    category: 'classic',
    titles:
      'snow white|snow-white|little snow-white|schneewittchen|sneewittchen|snehvide|sneeuwwitje|blanche-neige|blancanieves|snövit|snow white and the seven dwarfs|snowdrop|snow-drop',
  },
  {
    name: 'The Sleeping Beauty',
    category: 'classic',
    titles:
      'sleeping beauty|sleeping beauty in the wood|sleeping beauty in the woods|briar rose|briar-rose|little briar-rose|dornröschen|tornerose|doornroosje|belle au bois dormant|bella durmiente|törnrosa',
  },
  {
    name: 'Little Red Riding Hood',
    category: 'classic',
    titles:
      'little red riding hood|little red riding-hood|red riding hood|little red-cap|little red cap|rotkäppchen|rødhætte|roodkapje|petit chaperon rouge|caperucita roja|rödluvan',
  },
  { name: 'Rapunzel', category: 'classic', titles: 'rapunzel|raiponce' },
  { name: 'Rumpelstiltskin', category: 'classic', titles: 'rumpelstiltskin|rumpelstilzchen|rumleskaft|repelsteeltje|tom tit tot' },
  {
    name: 'The Frog King',
    category: 'classic',
    titles: 'frog king|frog-king|frog prince|froschkönig|frøkongen|kikkerkoning|roi grenouille',
  },
  {
    name: 'The Princess and the Pea',
    category: 'classic',
    ageBand: '3-5',
    titles: 'princess and the pea|real princess|princess on the pea|prinzessin auf der erbse|prinsessen på ærten',
  },
  {
    name: 'The Ugly Duckling',
    category: 'classic',
    titles: 'ugly duckling|häßliche entlein|hässliche entlein|häßliche junge entlein|grimme ælling',
  },
  {
    name: 'The Emperor’s New Clothes',
    category: 'classic',
    titles: "emperor's new clothes|emperor's new suit|kaisers neue kleider|kejserens nye klæder",
  },
  { name: 'Thumbelina', category: 'classic', titles: 'thumbelina|little tiny|little thumbelina|däumelinchen|tommelise' },
  {
    name: 'The Steadfast Tin Soldier',
    category: 'classic',
    titles: 'steadfast tin soldier|brave tin soldier|standhafte zinnsoldat|standhaftige tinsoldat',
  },
  {
    name: 'The Little Match Girl',
    category: 'classic',
    titles:
      'little match girl|little match-seller|little match seller|mädchen mit den schwefelhölzern|kleine mädchen mit den schwefelhölzchen|pige med svovlstikkerne',
  },
  { name: 'The Tinderbox', category: 'classic', titles: 'tinderbox|tinder-box|feuerzeug|fyrtøjet' },
  {
    name: 'The Three Bears',
    category: 'classic',
    ageBand: '3-5',
    titles: 'three bears|story of the three bears|goldilocks|goldilocks and the three bears',
  },
  { name: 'The Three Little Pigs', category: 'classic', ageBand: '3-5', titles: 'three little pigs|story of the three little pigs' },
  {
    name: 'Aladdin',
    category: 'classic',
    titles: 'aladdin|aladdin and the wonderful lamp|story of aladdin; or, the wonderful lamp|story of aladdin',
  },
  {
    name: 'Tom Thumb',
    category: 'classic',
    titles: "tom thumb|history of tom thumb|thumbling|hop o' my thumb|little thumb|daumesdick|däumling|petit poucet|klein duimpje",
  },
  { name: 'The Golden Goose', category: 'classic', titles: 'golden goose|goldene gans|gouden gans' },
  { name: 'The Goose Girl', category: 'classic', titles: 'goose girl|goose-girl|gänsemagd|ganzenhoedster' },
  { name: 'Mother Holle', category: 'classic', titles: 'mother holle|mother hulda|old mother frost|frau holle|vrouw holle' },
  {
    name: 'The Twelve Dancing Princesses',
    category: 'classic',
    titles: 'twelve dancing princesses|shoes that were danced to pieces|zertanzten schuhe',
  },
  { name: 'The Elves and the Shoemaker', category: 'classic', ageBand: '3-5', titles: 'elves and the shoemaker|elves|wichtelmänner' },
  { name: 'Beauty and the Beast', category: 'romance', titles: 'beauty and the beast|belle et la bête' },
  {
    name: 'Hansel and Gretel',
    category: 'dark',
    titles: 'hansel and gretel|hansel and grettel|hänsel und gretel|hans en grietje|hans og grethe',
  },
  { name: 'Bluebeard', category: 'dark', ageBand: '13+', titles: 'bluebeard|blue beard|blaubart|ritter blaubart|barbe bleue|barbe-bleue' },
  {
    name: 'The Robber Bridegroom',
    category: 'dark',
    ageBand: '13+',
    titles: 'robber bridegroom|räuberbräutigam|rooverbruigom|mr fox|mr. fox',
  },
  { name: 'The Juniper Tree', category: 'dark', ageBand: '13+', titles: 'juniper tree|juniper-tree|machandelboom|wacholderbaum' },
  { name: 'Godfather Death', category: 'dark', ageBand: '9-12', titles: 'godfather death|gevatter tod' },
  { name: 'The Red Shoes', category: 'dark', ageBand: '9-12', titles: 'red shoes|roten schuhe|røde sko' },
  {
    name: 'The Girl Who Trod on the Loaf',
    category: 'dark',
    ageBand: '9-12',
    titles: 'girl who trod on the loaf|pigen som trådte på brødet',
  },
  { name: 'Jack and the Beanstalk', category: 'adventure', titles: 'jack and the beanstalk|jack and the bean-stalk' },
  {
    name: 'Jack the Giant-Killer',
    category: 'adventure',
    titles: 'jack the giant-killer|jack the giant killer|history of jack the giant-killer',
  },
  {
    name: 'Puss in Boots',
    category: 'adventure',
    titles: 'puss in boots|puss-in-boots|master cat|gestiefelte kater|chat botté|gato con botas',
  },
  {
    name: 'The Brave Little Tailor',
    category: 'adventure',
    titles: 'brave little tailor|valiant little tailor|gallant little tailor|tapfere schneiderlein|dappere kleermakertje',
  },
  { name: 'Dick Whittington', category: 'adventure', titles: 'whittington and his cat|history of whittington|dick whittington' },
  {
    name: 'Ali Baba',
    category: 'adventure',
    titles: 'ali baba and the forty thieves|ali baba|forty thieves|story of ali baba and the forty thieves',
  },
  {
    name: 'Sindbad',
    category: 'adventure',
    titles: 'sinbad|sindbad|seven voyages of sindbad the sailor|story of sinbad the voyager|sindbad the sailor',
  },
  { name: 'Momotaro', category: 'adventure', titles: 'momotaro|momotarō|peach boy|son of a peach' },
  {
    name: 'The Little Mermaid',
    category: 'romance',
    ageBand: '9-12',
    titles: 'little mermaid|kleine meerjungfrau|kleine seejungfrau|kleine seejungfer|lille havfrue',
  },
  { name: 'The Snow Queen', category: 'enchanted', ageBand: '9-12', titles: 'snow queen|schneekönigin|snedronningen' },
  { name: 'The Wild Swans', category: 'enchanted', titles: 'wild swans|wilden schwäne|vilde svaner' },
  { name: 'The Six Swans', category: 'enchanted', titles: 'six swans|sechs schwäne|zes zwanen' },
  { name: 'The Seven Ravens', category: 'enchanted', titles: 'seven ravens|sieben raben|zeven raven' },
  {
    name: 'Brother and Sister',
    category: 'enchanted',
    titles: 'brother and sister|little brother and little sister|brüderchen und schwesterchen',
  },
  { name: 'Jorinda and Joringel', category: 'enchanted', titles: 'jorinda and joringel|jorinda and jorindel|jorinde und joringel' },
  { name: 'The White Cat', category: 'enchanted', titles: 'white cat|chatte blanche' },
  {
    name: 'Snow-White and Rose-Red',
    category: 'enchanted',
    titles: 'snow-white and rose-red|snow white and rose red|schneeweißchen und rosenrot|sneeuwwitje en rozerood',
  },
  { name: 'The Nightingale', category: 'animals', titles: 'nightingale|nachtigall|kaisers nachtigall|nattergalen' },
  {
    name: 'The Bremen Town Musicians',
    category: 'animals',
    titles: 'bremen town-musicians|bremen town musicians|travelling musicians|traveling musicians|bremer stadtmusikanten',
  },
  {
    name: 'The Wolf and the Seven Kids',
    category: 'animals',
    titles: 'wolf and the seven little kids|wolf and the seven kids|wolf und die sieben jungen geißlein|wolf und die sieben geißlein',
  },
  {
    name: 'The Three Billy Goats Gruff',
    category: 'magical-creatures',
    ageBand: '3-5',
    titles: 'three billy goats gruff|three billy-goats gruff|three billy-goats, gruff|drei böcke brausewind',
  },
  { name: 'Henny-Penny', category: 'animals', ageBand: '3-5', titles: 'henny-penny|chicken-licken|chicken little' },
  { name: 'The Gingerbread Man', category: 'folklore', ageBand: '3-5', titles: 'gingerbread man|gingerbread boy|johnny-cake|pancake' },
  { name: 'The Fisherman and His Wife', category: 'folklore', titles: 'fisherman and his wife|fischer un sine fru|fischer und seine frau' },
  { name: 'Urashima Tarō', category: 'fantasy', titles: 'urashima taro|urashima tarō|uraschimataro and the turtle|story of urashima taro' },
  {
    name: 'East of the Sun and West of the Moon',
    category: 'fantasy',
    titles: 'east of the sun and west of the moon|east of the sun & west of the moon|östlich von der sonne und westlich vom mond',
  },
  { name: 'The Fir Tree', category: 'fantasy', titles: 'fir tree|fir-tree|tannenbaum|grantræet' },
];

const BY_TITLE = new Map(KNOWN_TALES.flatMap((tale) => tale.titles.split('|').map((title) => [title, tale] as const)));

const ARTICLE =
  /^(?:the|an?|der|die|das|den|det|de|het|le|la|les|l'|el|los|las) ?(?:story of (?:the )?|history of (?:the )?|tale of (?:the )?)?/;

/** Start of a second title or an addition: “Urashima Taro, the Fisher Lad”. */
const SECOND = /[;:(]|,?\s+(?:or|oder|eller|ou)(?:,|\s)|, the /;

/** Returns the well-known tale with this title, or with the first of two titles (“The Frog-King, or Iron Henry”). */
export function findKnownTale(title: string): KnownTale | undefined {
  const plain = title
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[“”"„«».!?]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [first = plain] = plain.split(SECOND);
  for (const each of [plain, first.trim()]) {
    const found = BY_TITLE.get(each) ?? BY_TITLE.get(each.replace(ARTICLE, ''));
    if (found !== undefined) return found;
  }
  return undefined;
}
