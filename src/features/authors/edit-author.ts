/** What editors do to authors. Each deed and its entry in the audit log are one transaction. */
import { sql } from 'kysely';
import { lockTalesOf, rewriteTales } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { findFreeSlug, findSlugOwner } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { toSlug } from '#src/platform/slug.ts';
import { talesCount } from '#src/ui/wording.ts';
import type { AuthorChange, NewAuthor } from './author-input.ts';
import type { ManagedAuthor } from './contract.ts';
import { getManagedAuthor, unknownAuthor } from './managed-authors.ts';

type Locked = { id: number; slug: string; name: string; version: number; born_year: number | null; died_year: number | null };

/** Adds an author. Throws 422 `invalid` for a name or an address that leads to another one. */
export async function createAuthor(db: Db, actor: string, input: NewAuthor): Promise<ManagedAuthor> {
  return transact(db, async (trx) => {
    await refuseTaken(trx, input);
    const { other_names = [], slug, sort_name = '', ...columns } = input;
    const { id } = await trx
      .insertInto('authors')
      .values({
        ...columns,
        slug: slug ?? (await findFreeSlug(trx, 'author_slugs', toSlug(input.name, 'author'))),
        sort_name: sort_name || fileUnder(input),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepNames(trx, id, other_names);
    await audit(trx, { actor, action: 'author.created', subject: { kind: 'author', id: String(id) }, details: { name: input.name } });
    return getManagedAuthor(trx, id);
  });
}

/**
 * Writes an author anew. The old name and the old address lead here for ever. Throws 404 `unknown_author`, 412 `changed_since`
 * when `version` is not today's, 422 `invalid`.
 */
export async function updateAuthor(db: Db, actor: string, id: number, version: string, change: AuthorChange): Promise<ManagedAuthor> {
  return transact(db, async (trx) => {
    // A new name is written on all tales: they are locked first, as whoever saves a tale takes it before its author.
    if (change.name !== undefined) await lockTalesOf(trx, { author: id });
    const author = await lockAuthor(trx, id);
    refuseOld(version, author.version);
    await refuseTaken(trx, change, id);
    const { other_names, sort_name, ...columns } = change;
    const { born_year = author.born_year, died_year = author.died_year } = columns;
    if (born_year !== null && died_year !== null && died_year < born_year) {
      throw invalid({ died_year: ['This is before the year of birth'] });
    }
    const isRenamed = columns.name !== undefined && columns.name !== author.name;
    // The trigger would write all of them at once.
    if (isRenamed) await sql`select set_config('talewood.rewrites_tales', 'on', true)`.execute(trx);
    await trx
      .updateTable('authors')
      .set({ ...columns, ...(sort_name && { sort_name }), version: author.version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    if (isRenamed) await rewriteTales(trx, await lockTalesOf(trx, { author: id }));
    if (other_names !== undefined) {
      await dropNames(trx, id, [author.name, ...other_names]);
      await keepNames(trx, id, other_names);
    }
    const details = { name: columns.name ?? author.name, fields: Object.keys(change).join(' ') };
    await audit(trx, { actor, action: 'author.changed', subject: { kind: 'author', id: String(id) }, details });
    return getManagedAuthor(trx, id);
  });
}

/**
 * Takes out an author without tales; the addresses answer 410 from now on. Throws 404 `unknown_author`, 412 `changed_since`,
 * 409 `has_tales`, also when the tales are drafts or in the bin.
 */
export async function retireAuthor(db: Db, actor: string, id: number, version: string): Promise<void> {
  await transact(db, async (trx) => {
    const author = await lockAuthor(trx, id);
    refuseOld(version, author.version);
    await refuseWithTales(trx, id);
    await trx.deleteFrom('authors').where('id', '=', id).execute();
    await audit(trx, { actor, action: 'author.retired', subject: { kind: 'author', id: String(id) }, details: { name: author.name } });
  });
}

/** Nobody else changes this author, nor saves a tale of the name, until the end of the transaction. Throws 404 `unknown_author`. */
export async function lockAuthor(trx: Db, id: number): Promise<Locked> {
  const columns = ['id', 'slug', 'name', 'version', 'born_year', 'died_year'] as const;
  const author = await trx.selectFrom('authors').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  if (author === undefined) throw unknownAuthor();
  return author;
}

async function refuseWithTales(trx: Db, id: number): Promise<void> {
  const { tales } = await getManagedAuthor(trx, id);
  if (tales === 0) return;
  const message = `${talesCount(tales)} by this author, drafts and the bin among them. Merge the author into another one instead.`;
  throw new AppError(409, 'has_tales', message);
}

/** Throws 422 for each name and for an address that leads to somebody else. */
async function refuseTaken(trx: Db, { name, slug, other_names = [] }: AuthorChange, id?: number): Promise<void> {
  const problems: Record<string, string[]> = {};
  const add = (field: string, message: string) => {
    problems[field] = [...(problems[field] ?? []), message];
  };
  for (const [field, each] of [['name', name], ...other_names.map((other) => ['other_names', other])] as [string, string | undefined][]) {
    const owner = each === undefined ? undefined : await findNameOwner(trx, each);
    if (owner !== undefined && owner.id !== id) add(field, takenBy(each ?? '', owner.name));
  }
  if (slug !== undefined) {
    const owner = await findSlugOwner(trx, 'author_slugs', slug);
    if (owner !== undefined && owner !== id) add('slug', 'This address is or was that of another author');
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function takenBy(name: string, owner: string): string {
  return name.toLowerCase() === owner.toLowerCase() ? 'There is an author of this name already' : `“${name}” is another name of ${owner}`;
}

async function findNameOwner(trx: Db, name: string): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, a.name from author_names n join authors a on a.id = n.author_id where n.key = name_key(${name})`.execute(trx);
  return rows[0];
}

async function keepNames(trx: Db, id: number, names: string[]): Promise<void> {
  for (const name of names) {
    await sql`insert into author_names (key, name, author_id) values (name_key(${name}), ${name}, ${id})
      on conflict (key) do nothing`.execute(trx);
  }
}

async function dropNames(trx: Db, id: number, kept: string[]): Promise<void> {
  await sql`delete from author_names n using authors a where a.id = n.author_id and a.id = ${id} and n.key <> name_key(a.name)
    and not exists (select from unnest(${kept}::text[]) name where name_key(name) = n.key)`.execute(trx);
}

/** People are filed under their last name, traditions under theirs without the article. */
function fileUnder({ name, kind = 'person' }: NewAuthor): string {
  if (kind === 'tradition') return name.replace(/^(the|an?) (?=.)/i, '');
  const [, first, last] = /^(.+)\s+(\S+)$/u.exec(name) ?? [];
  return first !== undefined && last !== undefined && first.length + last.length < 198 ? `${last}, ${first}` : name;
}
