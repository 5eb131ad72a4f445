/** What the API says of the weekly letter: whether it shall come. `since`: when the person said yes, an ISO date-time in UTC; null when it is off. */
export type Newsletter = { isOn: boolean; since: string | null };
