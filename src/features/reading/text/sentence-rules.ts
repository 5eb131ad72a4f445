import { GENERAL, type SentenceRules } from './split-sentences.ts';

const set = (words: string) => new Set(words.split(' '));

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

/** Returns the rules for a language tag, or the general ones. */
export function rulesFor(language: string): SentenceRules {
  return RULES[language.toLowerCase().split('-')[0] ?? ''] ?? GENERAL;
}
