/** Known authors and books: the origin of their tales and the categories they lean towards. */
import type { TextCategory } from './classification-types.ts';

export type Source = {
  /** Matched against author and book title in lower case. */
  pattern: RegExp;
  /** Shown to editors as a reason: “A fable of Aesop”. */
  name: string;
  origin?: string;
  leans?: Partial<Record<TextCategory, number>>;
  /** Fables count as animal tales if their title names an animal, else as folklore. */
  isFable?: true;
  /** Minimum age of its tales: in dialect, or long and about adults. */
  ageBand?: '9-12';
};

const LEGENDS = { folklore: 0.9 };

/** The origin is that of the first match; the leanings of all matches are added. */
export const SOURCES: readonly Source[] = [
  { pattern: /\baesop|\besope\b|ésope|äsop|æsop|\besopo\b/, name: 'A fable of Aesop', origin: 'Greek', isFable: true },
  { pattern: /\bla fontaine\b/, name: 'A fable of La Fontaine', origin: 'French', isFable: true },
  { pattern: /\bfables?\b|\bfabeln\b|\bfábulas?\b|\bfabler\b/, name: 'A book of fables', isFable: true },
  { pattern: /\bandersens?\b/, name: 'A tale of Hans Christian Andersen', origin: 'Danish', leans: { fantasy: 1.2 } },
  {
    pattern: /\basbj(?:ø|o|ö)rnsen|\bdasent\b|from the norse|norwegische|norske/,
    name: 'From the Norwegian collections',
    origin: 'Norwegian',
  },
  { pattern: /\bgrimms?\b/, name: 'From the Brothers Grimm', origin: 'German' },
  { pattern: /\bbechstein|\bhauff\b|\bmusäus\b/, name: 'A German teller', origin: 'German' },
  { pattern: /\bperrault\b|mother goose/, name: 'From Perrault', origin: 'French' },
  { pattern: /\bd['’]aulnoy\b|\bségur\b|\blaboulaye\b|\bbonnières\b|\bleprince de beaumont\b/, name: 'A French teller', origin: 'French' },
  { pattern: /\bbasile\b|pentamerone/, name: 'From the Pentamerone', origin: 'Italian' },
  {
    pattern: /arabian nights|thousand and one|mille et une nuits|tausendundeine|tusind og/,
    name: 'From the Arabian Nights',
    origin: 'Arabian',
    ageBand: '9-12',
  },
  { pattern: /\byeats\b|\birish\b|\bcroker\b/, name: 'From a collection of Irish tales', origin: 'Irish', ageBand: '9-12' },
  { pattern: /\bceltic\b|\bscottish\b|\bhighlands?\b/, name: 'From a collection of Celtic tales', origin: 'Celtic' },
  { pattern: /\bwelsh fairy/, name: 'From a collection of Welsh tales', origin: 'Welsh' },
  { pattern: /english fairy/, name: 'From a collection of English tales', origin: 'English' },
  { pattern: /indian fairy|\bjatakas?\b|panchatantra|hindoo|\bindia\b/, name: 'From a collection of Indian tales', origin: 'Indian' },
  { pattern: /\brussian\b|\bralston\b|\bafanas/, name: 'From a collection of Russian tales', origin: 'Russian' },
  { pattern: /\bcossack|\bukrain/, name: 'From a collection of Ukrainian tales', origin: 'Ukrainian' },
  { pattern: /japanese|\bozaki\b|\bjapan\b/, name: 'From a collection of Japanese tales', origin: 'Japanese' },
  { pattern: /chinese|\bchina\b/, name: 'From a collection of Chinese tales', origin: 'Chinese' },
  { pattern: /\bchile\b|\blaval\b/, name: 'From a collection of Chilean tales', origin: 'Chilean', ageBand: '9-12' },
  { pattern: /american (?:indian|fairy)|\bbaum\b|\bhoward pyle\b/, name: 'An American teller', origin: 'American' },
  { pattern: /\btopelius\b/, name: 'A tale of Zacharias Topelius', origin: 'Finnish' },
  { pattern: /\bselma lagerlöf\b|\bswedish\b|svenska/, name: 'From a collection of Swedish tales', origin: 'Swedish' },
  { pattern: /\bwilde\b/, name: 'A tale of Oscar Wilde', origin: 'Irish' },
  {
    pattern: /legend|\bsagen\b|leyenda|légende|sägner|\bsagn\b|folk-?\s?lore|peasantry|cuentos populares|\bralston\b|more celtic/,
    name: 'From a collection of legends and folk tales',
    leans: LEGENDS,
  },
];
