/** `weekly`: every issue. `monthly`: the first issue of a calendar month. */
export type Frequency = 'weekly' | 'monthly';

/**
 * Newsletter settings of an account. `since`: time of the opt-in, ISO 8601 in UTC; null when off. `stopped`: why emails to the address are
 * suppressed; null when they are not.
 */
export type Newsletter = { isOn: boolean; since: string | null; frequency: Frequency; stopped: 'bounce' | 'complaint' | null };

/** What the links of an issue show. `address`: masked. */
export type SubscriberView = {
  address: string;
  isOn: boolean;
  frequency: Frequency;
  /** Whether the settings of an account hold the same choice. */
  hasAccount: boolean;
};
