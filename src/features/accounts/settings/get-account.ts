import { sql } from 'kysely';
import { countReading } from '#src/features/bookshelf/bookshelf.ts';
import type { Newsletter } from '#src/features/newsletter/contract.ts';
import { getNewsletter } from '#src/features/newsletter/newsletter.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { type AccountDevice, listDevices } from './account-devices.ts';
import { type AccountSettings, readSettings } from './account-forms.ts';
import { type AccountPasskey, listPasskeys } from './account-passkeys.ts';
import { CAMEOS, type Cameo } from './cameos.ts';
import { findSecondFactor, type SecondFactor } from './second-factor-setup.ts';

/** One's own account. Times are ISO date-times in UTC. */
export type AccountView = {
  name: string;
  email: string;
  joined: string;
  role: 'user' | 'admin';
  /** Null: initials. */
  image: Cameo | null;
  settings: AccountSettings;
  newsletter: Newsletter;
  /** The address that a change waits for, while its link is good. */
  pendingEmail: string | null;
  /** Tales read to the end, the minutes they take, and the person's own shelves. */
  reading: { tales: number; minutes: number; shelves: number };
  devices: AccountDevice[];
  secondFactor: SecondFactor;
  passkeys: AccountPasskey[];
};

type Deps = Pick<AccountDeps, 'db' | 'auth'>;

/** What the account of a person holds, for that person alone. */
export async function getAccount({ db, auth }: Deps, person: Person): Promise<AccountView> {
  const profile = await db
    .selectFrom('profiles')
    .select(['name', 'email', 'created_at', 'image', 'settings'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  return {
    name: profile.name,
    email: profile.email,
    joined: profile.created_at.toISOString(),
    role: person.role,
    image: CAMEOS.find((cameo) => cameo === profile.image) ?? null,
    settings: readSettings(profile.settings),
    newsletter: await getNewsletter(db, person.id),
    pendingEmail: await findPendingEmail(db, person.id),
    reading: await countReading(db, person.id),
    devices: await listDevices(db, person),
    secondFactor: await findSecondFactor({ db, auth }, person.id),
    passkeys: await listPasskeys(db, person.id),
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
