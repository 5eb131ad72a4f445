import { sql } from 'kysely';
import { lockTalesOf, rewriteTales } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { handOnSlugs } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { ManagedAuthor } from './contract.ts';
import { lockAuthor } from './edit-author.ts';
import { getManagedAuthor } from './managed-authors.ts';

/**
 * Makes one author of two: all tales, addresses and names of the first go to the other one, which is returned. `version` is that
 * of the first. Throws 404 `unknown_author`, 412 `changed_since`, 422 `invalid` when the other one is not there or the same.
 *
 * Whoever saves a tale locks the tale, then its author, then the counts; so does this. A tale that is saved with the old name
 * meanwhile either is committed before the author is locked, and goes along, or begins again and finds the other author.
 */
export async function mergeAuthors(db: Db, actor: string, id: number, version: string, into: number): Promise<ManagedAuthor> {
  if (into === id) throw invalid({ into: ['Choose another author'] });
  return transact(db, async (trx) => {
    await lockTalesOf(trx, { author: id });
    const locked = await trx.selectFrom('authors').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute();
    const author = await lockAuthor(trx, id);
    refuseOld(version, author.version);
    if (locked.length < 2) throw invalid({ into: ['There is no such author any more'] });
    // Once more: some may have been saved between the two locks.
    const tales = await lockTalesOf(trx, { author: id });
    await rewriteTales(trx, tales, { author: into });
    await handOnSlugs(trx, 'author_slugs', id, into);
    await trx.updateTable('author_names').set({ author_id: into }).where('author_id', '=', id).execute();
    await trx.deleteFrom('authors').where('id', '=', id).execute();
    await trx
      .updateTable('authors')
      .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
      .where('id', '=', into)
      .execute();
    const merged = await getManagedAuthor(trx, into);
    const details = { name: author.name, into: merged.name, tales: tales.length };
    await audit(trx, { actor, action: 'author.merged', subject: { kind: 'author', id: String(id) }, details });
    return merged;
  });
}
