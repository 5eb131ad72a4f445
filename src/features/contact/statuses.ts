/** How far a letter is. Browser-safe. */

export const STATUSES = ['new', 'answered', 'closed'] as const;
export type Status = (typeof STATUSES)[number];
