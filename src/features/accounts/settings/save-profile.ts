import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Person } from '../current-person.ts';
import type { AccountSettings, ProfileChange } from './account-forms.ts';

/** Changes the name and the picture; what is left out stays. */
export async function saveProfile(db: Db, person: Person, { name, image }: ProfileChange): Promise<void> {
  const change = { ...(name === undefined ? {} : { name }), ...(image === undefined ? {} : { image }) };
  await db
    .updateTable('profiles')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', person.id)
    .execute();
}

/** Takes the place of all that had been chosen. */
export async function saveSettings(db: Db, person: Person, settings: AccountSettings): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ settings: JSON.stringify(settings), updated_at: sql`now()` })
    .where('id', '=', person.id)
    .execute();
}
