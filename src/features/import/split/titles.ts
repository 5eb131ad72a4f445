/** Compares titles, which a book spells in several ways, and recognizes numbers, chapters and kinds of sections. */

const ROMAN = /^(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
const ARTICLES = /^(?:the|an?|der|die|das|ein|eine|le|la|les|un|une|el|los|las|de|het|een|den|det|en|et) /;

/** Lower case letters and digits, separated by single spaces; without accents, punctuation, number and page. */
export function normalizeTitle(text: string): string {
  const plain = joinSpaced(text.replace(/^\s*I[.:)]\s+/, ''))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ß/g, 'ss')
    .replace(/&/g, ' and ')
    .replace(/['’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return dropNumber(plain.replace(/(?<=\p{L}.*) \d{1,4}$/u, ''));
}

/** `I n h a l t` is one word. */
export function joinSpaced(text: string): string {
  return /^(?:\S[.,;:]?[\s\u00a0]){3,}\S[.,;:]?$/u.test(text.trim()) ? text.replace(/[\s\u00a0]/gu, '') : text;
}

/** Returns 14 for `XIV.`, `14`, `Chapter 14` and `No. 14`; undefined for other texts. */
export function bareNumber(text: string): number | undefined {
  const bare = text
    .replace(/^(?:chapter|chap|part|kapitel|chapitre|capitulo|capítulo|kap|no|nr|n°|tale|story|book)\b[. ]*/i, '')
    .replace(/[.:)\]\s—-]+$/, '');
  return numeral(bare.replace(/^[[(\s]+/, ''));
}

/** Returns the number before a title: `IV. The Fox`, `12 The Fox`, `3) The Fox`. */
export function leadingNumber(text: string): number | undefined {
  const [, digits] = /^(\d{1,3})(?:[.:)—-]+\s*|\s+)(?=\S)/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  const [, roman = ''] = /^([IVXLC]+)(?:[.:)]\s*|\s*[—–-]\s*| {2,}|\s+(?=[\p{Lu}"“‘]))(?=\S)/u.exec(text) ?? [];
  return roman === 'I' && !/^I[.:)—–-]/.test(text) ? undefined : numeral(roman);
}

const ORDINALS =
  '(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twel[fv]e?th|thirteenth|fourteenth|fifteenth|sixteenth|\\w*teenth|\\w*tieth|twenty \\w+|thirty \\w+|last|seventh and last|erste[rs]?|zweite[rs]?|dritte[rs]?|vierte[rs]?|funfte[rs]?|sechste[rs]?|siebe(?:n)?te[rs]?|achte[rs]?|neunte[rs]?|zehnte[rs]?|letzte[rs]?|premiere?|seconde?|deuxieme|troisieme|quatrieme|cinquieme|sixieme|septieme|huitieme|dernier|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|quint[ao]|eerste|tweede|derde|vierde|vijfde|forsta|andra|tredje|fjarde|femte|forste|anden)';
const PARTS =
  '(?:part|story|tale|voyage|evening|night|day|chapter|book|canto|fit|teil|theil|geschichte|abend|kapitel|abteilung|abtheilung|marchen|stuck|partie|histoire|chapitre|voyage|conte|parte|viaje|cuento|capitulo|sprookje|deel|hoofdstuk|verhaal|delen|kapitlet|sagan|aften|historie|del|adventure|aventure|abenteuer|aventura|avontuur|aventyr|episode|exploit)';
const CHAPTER = new RegExp(
  `^(?:the )?(?:${ORDINALS} ${PARTS}|${PARTS} (?:\\d+|[ivxlc]+|(?:the )?${ORDINALS}|one|two|three|four|five|six|seven|eight|nine|ten))$`,
);
const LABELLED = new RegExp(
  `^(?:the )?(?:${ORDINALS} ${PARTS}|(?:chapter|part|kapitel|chapitre|capitulo|adventure|aventure|abenteuer) (?:\\d+|[ivxlc]+|(?:the )?${ORDINALS})) `,
);
const FIRST = /(?:^| )(?:first|erste[rs]?|premiere?|primer[ao]?|eerste|forsta|forste|one|1|i)(?: |$)/;

/** `Second Voyage`, `Chapter IV`, `Fünfte Geschichte. Das kleine Räubermädchen`: a piece of a tale that has its own title. */
export function isChapterLabel(normal: string): boolean {
  return CHAPTER.test(normal) || LABELLED.test(normal);
}

/** Whether it is the label of the first piece: `Chapter I`, `The First Adventure`. */
export function isFirstLabel(normal: string): boolean {
  return FIRST.test(normal);
}

/** `Chapter II` or `Second Adventure`, without a title. */
export function isBareLabel(normal: string): boolean {
  return CHAPTER.test(normal);
}

export function numeral(text: string): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  if (text === '' || !ROMAN.test(text)) return undefined;
  const values = [...text.toLowerCase()].map((letter) => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** Returns the probability, 0 to 1, that two normalized titles name the same tale. */
export function titleSimilarity(a: string, b: string): number {
  const [x, y] = [a.replace(ARTICLES, ''), b.replace(ARTICLES, '')];
  if (x === '' || y === '') return 0;
  if (x === y || x.replaceAll(' ', '') === y.replaceAll(' ', '')) return 1;
  const [short, long] = x.length < y.length ? [x, y] : [y, x];
  if (long.startsWith(`${short} `) && short.length >= 5) return short.length >= 10 || short.length > long.length / 2 ? 0.9 : 0.7;
  // The lengths differ too much.
  return short.length < long.length * 0.4 ? 0 : dice(pairs(x), pairs(y));
}

/** Cache of letter pairs as sorted numbers: each title is compared with many others. */
const knownPairs = new Map<string, Uint32Array>();
const MAX_KNOWN = 10_000;

function pairs(text: string): Uint32Array {
  let found = knownPairs.get(text);
  if (found === undefined) {
    const letters = text.replaceAll(' ', '');
    const size = Math.max(letters.length - 1, 0);
    found = Uint32Array.from({ length: size }, (_, at) => letters.charCodeAt(at) * 0x1_00_00 + letters.charCodeAt(at + 1)).sort();
    if (knownPairs.size >= MAX_KNOWN) knownPairs.clear();
    knownPairs.set(text, found);
  }
  return found;
}

/** Sørensen–Dice coefficient. */
function dice(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x = 0, y = 0] = [a[i], b[j]];
    if (x === y) common += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return a.length + b.length === 0 ? 0 : (2 * common) / (a.length + b.length);
}

function dropNumber(text: string): string {
  const [, first = '', rest = ''] = /^(\S+) (.+)$/.exec(text) ?? [];
  return first !== 'i' && numeral(first) !== undefined ? rest : text;
}

export type SectionKind =
  | 'contents'
  | 'illustrations'
  | 'preface'
  | 'introduction'
  | 'dedication'
  | 'notes'
  | 'index'
  | 'advertisement'
  | 'transcriber'
  | 'matter';

const KINDS: [SectionKind, RegExp][] = [
  [
    'contents',
    /^(?:(?:table of )?contents(?: of .*)?|table des matieres|table|inhalt|inhalts?(?: )?(?:verzeichnis|ubersicht)|(?:alphabetisches )?verzeichnis der (?:marchen|sagen|geschichten)|innehall|inhoud|indhold|indholdsfortegnelse|indice|story list|list of (?:tales|stories)|sommaire|tabla|the stories|inhoudsopgave)$/,
  ],
  [
    'illustrations',
    /^(?:(?:list of )?(?:the )?(?:full page |coloured |color )?(?:illustrations?|plates|pictures)(?: in .*)?|(?:coloured )?plates|in colou?r|in black and white|from drawings.*|abbildungen|verzeichnis der abbildungen|gravures|lijst van platen)$/,
  ],
  [
    'preface',
    /^(?:(?:the )?(?:authors |editors |translators |publishers )?(?:preface|foreword|prefatory note|introductory note|preliminary|forewords?)(?: (?:to|by|of) .*)?|vorwort|vorrede|vorbericht|prefacio?|preface du .*|avant propos|au lecteur|prologo|forord|foretal|forord|voorrede|voorwoord|voorbericht|to the (?:friendly |gentle )?readers?|notice to .*|advertisement to .*|marchengruss|how to get into this book|zur einfuhrung|einleitung(?: .*)?|a mon .*|acknowledge?ments?)$/,
  ],
  [
    'introduction',
    /^(?:(?:general |the )?introduction(?: (?:to|by) .*)?|introductory(?: .*)?|introduccion|inleiding|indledning|inledning|life of \w+)$/,
  ],
  ['dedication', /^(?:dedication|dedicated to .*|inscribed(?: to .*)?|to my .*|widmung|zueignung|dedicatoria|dedicace|opdracht)$/],
  [
    'notes',
    /^(?:(?:fussnoten? )?foot ?notes?(?: to .*)?|fussnoten?|voetnoten|notes de bas de page|fotnoter|(?:explanatory |general )?notes?(?: and references)?(?: to .*)?|end ?notes|anmerkungen?|noten|notas?|noter|anmarkningar|aantekeningen|remarques|notas comparativas|vocabulario|(?:apendice (?:[ivx]+ )?)?bibliografia.*|references|authorities|sources?|quellen|glossary|glossar|vocabulary|worterklarungen|errata|berichtigungen|druckfehler|pronunciation.*|abbreviations?|bibliography|bibliographie)$/,
  ],
  ['index', /^(?:(?:general |subject )?index(?: (?:of|to) .*)?|register|sachregister|namenregister|register der .*)$/],
  [
    'advertisement',
    /^(?:advertisements?|(?:other )?(?:books|works|volumes) (?:by|of|in|for) .*|by the same (?:author|editor)s?.*|from the same publisher.*|uniform with .*|the fairy book series|(?:weitere )?(?:bucher|verlag) .*|du meme auteur|in demselben verlag.*)$/,
  ],
  [
    'transcriber',
    /^(?:transcribers? .*|preparers note|colophon|colofon|imprint|uncopyright|copyright(?: page)?|title ?page|half ?title(?: page)?|cover|end ?papers?|bemerkungen zur textgestalt|anmerkungen zur transkription|a note on the text|about (?:this|the) (?:e ?)?(?:book|text|author))$/,
  ],
  [
    'matter',
    /^(?:finis|the end|epilogu?e?|nachwort|nachschrift|afterword|postface|postscript|appendix|anhang|apendice|appendice|bilaga|aanhangsel|ende|fin|slut|einde|opinions of the press|press notices)$/,
  ],
];

/** Returns the kind of section; undefined for what may be the title of a tale. `title`: as printed. */
export function sectionKind(title: string): SectionKind | undefined {
  const normal = normalizeTitle(title);
  return KINDS.find(([, pattern]) => pattern.test(normal))?.[0];
}
