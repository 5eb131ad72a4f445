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
