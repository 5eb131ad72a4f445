/** An old word with its meaning and the forms found in texts. */
export type GlossaryWord = GlossaryForms & { meaning: string };

/** A word without its meaning. `slug` identifies it in URLs. */
export type GlossaryForms = {
  word: string;
  slug: string;
  forms: readonly string[];
  /** Capitalized it is a name: "the Moors". */
  isLowercaseOnly: boolean;
};

/**
 * Parses a line of the glossary: `word, form, form: Meaning.`; the word itself is also a form. For ambiguous words, only the forms in
 * brackets match: `page [page boy, king's page]: …`. A leading star: lower case only.
 */
export function parseGlossaryLine(line: string): GlossaryWord {
  const [, star, names = '', exact, meaning = ''] = /^(\*?)([^:[]+?)(?: \[(.+)\])?(?:: (.+))?$/.exec(line) ?? [];
  const [word = '', ...others] = names.split(', ');
  return {
    word,
    slug: word
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/^-|-$/g, ''),
    forms: exact === undefined ? [word, ...others] : exact.split(', '),
    meaning,
    isLowercaseOnly: star === '*',
  };
}

/** First word of a line. */
const FIRST = /[^*,[]+/;
const MIN_SHARED = 3;
/** The digit counts the letters of the word that the form lacks. */
const MAX_LACKING = 9;

/** Packs a line without meaning for the browser: `apothecary, apothecaries` becomes `apothecary, 1ies`. */
export function packForms(line: string): string {
  const word = FIRST.exec(line)?.[0] ?? '';
  return line.replace(/(?<=, )[^,[\]]+/g, (form) => {
    let shared = 0;
    while (shared < word.length && word[shared] === form[shared]) shared += 1;
    const lacking = word.length - shared;
    return shared < MIN_SHARED || lacking > MAX_LACKING ? form : lacking + form.slice(shared);
  });
}

export function unpackForms(line: string): string {
  const word = FIRST.exec(line)?.[0] ?? '';
  return line.replace(/, (\d)/g, (_, lacking) => `, ${word.slice(0, word.length - lacking)}`);
}
