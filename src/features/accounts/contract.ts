/** What the API says of persons. Browser-safe. */

/** The person who asks. */
export type PersonView = { name: string; email: string; role: 'user' | 'admin' };

/** The answer to a sign-in: in, or asked for a second factor. */
export type SessionAnswer = { person: PersonView } | { secondFactor: true };
