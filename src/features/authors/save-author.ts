import { type Insertable, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { AuthorsTable } from '#src/platform/db/schema.gen.ts';

export type AuthorValues = Omit<Insertable<AuthorsTable>, 'id' | 'created_at' | 'updated_at'>;

/** Writes an author, or anew the one of the same slug. Throws when another author has the name. */
export async function saveAuthor(db: Db, author: AuthorValues): Promise<void> {
  await db
    .insertInto('authors')
    .values(author)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ ...author, updated_at: sql<Date>`now()` }))
    .execute();
}
