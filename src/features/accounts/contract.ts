/** What the API says of persons. Browser-safe. */
import type { AccountSettings } from './settings/account-forms.ts';

/** The person who asks. */
export type PersonView = { name: string; email: string; role: 'user' | 'admin' };

/** The answer to who is asking; for who is signed in with what follows them to each device. */
export type MeAnswer = { person: null } | { person: PersonView; settings: AccountSettings };

/** The answer to a sign-in: in, or asked for a second factor. */
export type SessionAnswer = { person: PersonView } | { secondFactor: true };
