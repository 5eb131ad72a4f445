/** What a letter to the site may be about. Browser-safe. */

export const TOPICS = ['question', 'mistake', 'rights', 'accessibility'] as const;
export type Topic = (typeof TOPICS)[number];

/** As readers choose it, and as administrators see it. */
export const TOPIC_NAMES: Record<Topic, string> = {
  question: 'A question',
  mistake: 'A mistake in a tale or on the site',
  rights: 'The rights to a text or a picture',
  accessibility: 'Something that is hard to use',
};

/** The same in a word or two, for lists and subjects. */
export const TOPIC_WORDS: Record<Topic, string> = {
  question: 'Question',
  mistake: 'Mistake',
  rights: 'Rights',
  accessibility: 'Accessibility',
};
