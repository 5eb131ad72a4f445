/** What a heading announces, when it is no tale. */
import { normalTitle } from './normal-title.ts';

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
const WHY: Record<SectionKind, string> = {
  contents: 'The table of contents.',
  illustrations: 'A list of illustrations.',
  preface: 'A preface.',
  introduction: 'An introduction.',
  dedication: 'A dedication.',
  notes: 'Notes that belong to the whole book.',
  index: 'An index.',
  advertisement: 'An advertisement of the publisher.',
  transcriber: 'About the file or the edition, not of the book.',
  matter: 'What a book has beside its tales.',
};

/** Nothing for what may be the title of a tale. `title`: as printed. */
export function sectionKind(title: string): SectionKind | undefined {
  const normal = normalTitle(title);
  return KINDS.find(([, pattern]) => pattern.test(normal))?.[0];
}

export function whyLeft(kind: SectionKind): string {
  return WHY[kind];
}
