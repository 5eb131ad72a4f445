/** Where the rules of sentences differ by language, as data. Words are in small letters, without their dots. Browser-safe. */

export type SentenceRules = {
  /** Never end a sentence with their dot: titles before a name, and shortened words that something has to follow. */
  joining: ReadonlySet<string>;
  /** Join what follows only if that begins with a figure: No. 5, S. 12. */
  beforeNumbers: ReadonlySet<string>;
  /** Capital letters that are words too: with a dot they may end a sentence, as no initial does. */
  letterWords: ReadonlySet<string>;
  /** Cries that belong to what follows where that begins with the word `I`: "Alas! I am lost." */
  cries: ReadonlySet<string>;
  /** Verbs of speech between a name and the end of "…?" Jack asked. */
  speech: ReadonlySet<string>;
  /** Words that begin a sentence and so are no name, nor what an ordinal counts. */
  beginners: ReadonlySet<string>;
  /** Words that with a capital tell of a new sentence even where a dash alone stands before them. */
  breakingOff: ReadonlySet<string>;
  /** Words in small letters behind an apostrophe that begin a sentence: ’tis, ’s. */
  clipped: readonly string[];
  /** Whether a figure with a dot is an ordinal: am 3. Mai. */
  hasOrdinals: boolean;
  /** Quotation marks that close, for texts that put a space before them. */
  spacedClosing: string;
};

const set = (words: string) => new Set(words.split(' '));
const NONE = new Set<string>();

const GENERAL: SentenceRules = {
  joining: set('mr mrs dr st prof'),
  beforeNumbers: set('no nr'),
  letterWords: NONE,
  cries: NONE,
  speech: NONE,
  beginners: NONE,
  breakingOff: NONE,
  clipped: [],
  hasOrdinals: false,
  spacedClosing: '',
};

const RULES: Record<string, SentenceRules> = {
  en: {
    ...GENERAL,
    joining: set('mr mrs ms messrs dr st sts prof rev hon capt col gen lieut lt sergt sgt maj mme mlle mons viz vs cf e.g i.e'),
    beforeNumbers: set('no nos vol vols p pp chap ch fig'),
    letterWords: set('I'),
    cries: set('oh o ah alas ha aha lo hey ho hallo hullo hurrah fie pooh bah alack faith why well nay'),
    speech: set(
      'said cried asked answered replied exclaimed shouted called whispered thought says murmured begged roared screamed inquired enquired demanded sighed sobbed growled muttered returned',
    ),
    beginners: set(
      'the a an he she it they we you this that these those then there but and so now when while as at in on for his her their my your our its not no yes all one if what who how why where which after before with to from upon nobody everybody nothing everyone',
    ),
    clipped: ['tis', 'twas', 'twill', 'twere'],
  },
  de: {
    ...GENERAL,
    joining: set('hr hrn fr frl dr prof st sr skt d.h z.b u.a d.i i.e bzw vgl sog ca geb gest ew ev kath verh betr evtl ggf inkl dgl'),
    beforeNumbers: set('nr no bd s kap abb art'),
    beginners: set(
      'der die das den dem des ein eine einen einem er sie es wir ihr ich du man da dann nun und aber doch denn als wenn wie so was wer wo hier dort darauf danach nach bei mit auf in im am an zu vor für von sein seine ihre mein dein alle alles jetzt endlich kein keine nicht ja nein dieser diese dieses jener jene',
    ),
    breakingOff: set('Der Die Das Den Dem Ein Eine Einen Es Er Man Wir Da Dann Nun Und Aber Doch Denn Als Wenn So Was Wer Wo Hier Darauf'),
    clipped: ['s'],
    hasOrdinals: true,
  },
  fr: { ...GENERAL, joining: set('m mm mme mlle mgr dr st ste'), spacedClosing: '»' },
};

/** The rules for a language tag; for a language without rules of its own the general ones. */
export function rulesFor(language: string): SentenceRules {
  return RULES[language.toLowerCase().split('-')[0] ?? ''] ?? GENERAL;
}
