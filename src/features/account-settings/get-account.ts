import { sql } from 'kysely';
import {
  type AccountDeps,
  type AccountDevice,
  type AccountIdentity,
  type AccountPasskey,
  getSecondFactor,
  hasPassword,
  listDevices,
  listIdentities,
  listPasskeys,
  type SecondFactor,
  type SessionUser,
} from '#src/features/accounts/accounts.ts';
import { type AccountSettings, AVATARS, type AvatarName, readSettings } from '#src/features/accounts/settings-schemas.ts';
import type { Newsletter } from '#src/features/newsletter/contract.ts';
import { getNewsletter } from '#src/features/newsletter/newsletter.ts';
import { countLibrary } from '#src/features/reader-library/reader-library.ts';
import type { Role } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';

/** The account of the signed-in user. Times are ISO 8601 in UTC. */
export type AccountView = {
  name: string;
  email: string;
  joined: string;
  role: Role;
  /** Null for the initial. */
  image: AvatarName | null;
  settings: AccountSettings;
  newsletter: Newsletter;
  /** The new address of a change that is not confirmed, while its link is valid. */
  pendingEmail: string | null;
  /** Tales read to the end, their reading time in minutes, and the user's own shelves. */
  reading: { tales: number; minutes: number; shelves: number };
  devices: AccountDevice[];
  secondFactor: SecondFactor;
  passkeys: AccountPasskey[];
  /** False for an account that was created by a login with a provider. */
  hasPassword: boolean;
  identities: AccountIdentity[];
};

export async function getAccount(
  { db, auth, providers }: Pick<AccountDeps, 'db' | 'auth' | 'providers'>,
  person: SessionUser,
): Promise<AccountView> {
  const profile = await db
    .selectFrom('users')
    .select(['name', 'email', 'created_at', 'image', 'settings'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  return {
    name: profile.name,
    email: profile.email,
    joined: profile.created_at.toISOString(),
    role: person.role,
    image: AVATARS.find((avatar) => avatar === profile.image) ?? null,
    settings: readSettings(profile.settings),
    newsletter: await getNewsletter(db, person.id),
    pendingEmail: await findPendingEmail(db, person.id),
    reading: await countLibrary(db, person.id),
    devices: await listDevices(db, person),
    secondFactor: await getSecondFactor({ db, auth }, person.id),
    passkeys: await listPasskeys(db, person.id),
    hasPassword: await hasPassword(db, person.id),
    identities: await listIdentities({ db, providers }, person.id),
  };
}

async function findPendingEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('email')
    .where('subject', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row?.email ?? null;
}
