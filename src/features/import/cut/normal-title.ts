/** Titles in the form in which they are compared: a book spells the same one in several ways. */

const ROMAN = /^(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
const ARTICLES = /^(?:the|an?|der|die|das|ein|eine|le|la|les|un|une|el|los|las|de|het|een|den|det|en|et) /;

/** Small letters and digits with one space between words; without marks, signs, its number and the page. */
export function normalTitle(text: string): string {
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

/** Of `XIV.`, `14`, `Chapter 14`, `No. 14`: 14. Nothing for other texts. */
export function bareNumber(text: string): number | undefined {
  const bare = text
    .replace(/^(?:chapter|chap|part|kapitel|chapitre|capitulo|capítulo|kap|no|nr|n°|tale|story|book)\b[. ]*/i, '')
    .replace(/[.:)\]\s—-]+$/, '');
  return numeral(bare.replace(/^[[(\s]+/, ''));
}

/** The number at the head of a title: `IV. The Fox`, `12 The Fox`, `3) The Fox`. */
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

/** `Second Voyage`, `Chapter IV`, `Fünfte Geschichte. Das kleine Räubermädchen`: a piece of a tale that has a title of its own. */
export function isChapterLabel(normal: string): boolean {
  return CHAPTER.test(normal) || LABELLED.test(normal);
}

/** Whether a label is that of the first piece: `Chapter I`, `The First Adventure`. */
export function isFirstLabel(normal: string): boolean {
  return FIRST.test(normal);
}

/** `Chapter II` or `Second Adventure`, with no title of its own. */
export function isBareLabel(normal: string): boolean {
  return CHAPTER.test(normal);
}

export function numeral(text: string): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  if (text === '' || !ROMAN.test(text)) return undefined;
  const values = [...text.toLowerCase()].map((letter) => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** How sure it is, from 0 to 1, that two normal titles are of the same tale. */
export function likeness(a: string, b: string): number {
  const [x, y] = [a.replace(ARTICLES, ''), b.replace(ARTICLES, '')];
  if (x === '' || y === '') return 0;
  if (x === y || x.replaceAll(' ', '') === y.replaceAll(' ', '')) return 1;
  const [short, long] = x.length < y.length ? [x, y] : [y, x];
  if (long.startsWith(`${short} `) && short.length >= 5) return short.length >= 10 || short.length > long.length / 2 ? 0.9 : 0.7;
  // Too far apart in length for a name of the same tale.
  return short.length < long.length * 0.4 ? 0 : dice(pairs(x), pairs(y));
}

/** The pairs of neighbouring letters of titles, as numbers in order: each title of a book is compared with many others. */
const known = new Map<string, Uint32Array>();
const MOST_KNOWN = 10_000;

function pairs(text: string): Uint32Array {
  let found = known.get(text);
  if (found === undefined) {
    const letters = text.replaceAll(' ', '');
    const size = Math.max(letters.length - 1, 0);
    found = Uint32Array.from({ length: size }, (_, at) => letters.charCodeAt(at) * 0x1_00_00 + letters.charCodeAt(at + 1)).sort();
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, found);
  }
  return found;
}

/** Sørensen and Dice: twice what is common, of all. */
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
