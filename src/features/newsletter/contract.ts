/** How often the letter comes: each one, or the first of a calendar month. */
export type Frequency = 'weekly' | 'monthly';

/**
 * What the API says of the weekly letter to who has an account: whether it shall come and how often. `since`: when the person said yes,
 * an ISO date-time in UTC; null when it is off. `stopped`: why none goes to the address all the same; null where nothing keeps it away.
 */
export type Newsletter = { isOn: boolean; since: string | null; frequency: Frequency; stopped: 'bounce' | 'complaint' | null };

/** What the link in a letter shows: the address with most of it hidden, and what was chosen. */
export type SubscriberView = {
  address: string;
  isOn: boolean;
  frequency: Frequency;
  /** It has settings of its own, where the same is chosen. */
  hasAccount: boolean;
};
