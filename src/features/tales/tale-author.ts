import { sql, type Transaction } from 'kysely';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { slugLike, toSlug } from '#src/platform/slug.ts';

type Trx = Transaction<Database>;

/** The id of the author of that name, whatever its case; a name that nobody has makes a new author. */
export async function getAuthorId(trx: Trx, name: string): Promise<number> {
  const known = await findAuthorId(trx, name);
  if (known !== undefined) return known;
  const base = toSlug(name, 'author');
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    // In conflict is the slug, or the name, which another process may have brought in meanwhile.
    const made = await trx
      .insertInto('authors')
      .values({ slug, name, sort_name: name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    const id = made?.id ?? (await findAuthorId(trx, name));
    if (id !== undefined) return id;
  }
}

async function findAuthorId(trx: Trx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from authors where name_key(name) = name_key(${name})`.execute(trx);
  return rows[0]?.id;
}
