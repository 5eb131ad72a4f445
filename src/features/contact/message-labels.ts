/** Topics and statuses of contact messages, with their labels. Browser-safe. */

export const TOPICS = ['question', 'mistake', 'rights', 'accessibility'] as const;
export type Topic = (typeof TOPICS)[number];

/** Options of the contact form. */
export const TOPIC_LABELS: Record<Topic, string> = {
  question: 'A question',
  mistake: 'A mistake in a tale or on the site',
  rights: 'The rights to a text or a picture',
  accessibility: 'Something that is hard to use',
};

/** For the management screen and email subjects. */
export const TOPIC_SHORT_LABELS: Record<Topic, string> = {
  question: 'Question',
  mistake: 'Mistake',
  rights: 'Rights',
  accessibility: 'Accessibility',
};

export const MESSAGE_STATUSES = ['new', 'answered', 'closed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
