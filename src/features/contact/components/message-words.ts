import type { Status } from '../statuses.ts';

/** What a letter's state is called, and the colour of its mark. */
export const STATUS_WORDS: Record<Status, { text: string; kind: 'good' | 'amber' | 'plain' }> = {
  new: { text: 'New', kind: 'amber' },
  answered: { text: 'Answered', kind: 'good' },
  closed: { text: 'Closed', kind: 'plain' },
};
