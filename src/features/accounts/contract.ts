/** Responses of the API about the signed-in user. Browser-safe. */
import type { UserView } from '#src/api-client/current-user.ts';
import type { AccountSettings } from './settings-schemas.ts';

/** The signed-in user with the settings that follow them to every device. `id` names their realtime channel, `account:{id}`. */
export type MeAnswer = { person: null } | { person: UserView; id: string; settings: AccountSettings };

/** A completed sign-in, or a request for the second factor. */
export type SessionAnswer = { person: UserView } | { secondFactor: true };
