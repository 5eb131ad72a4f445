/** Many new tales written at once, for importers: by the rules of createTale, with a few statements for all of them. */
import type { Transaction } from 'kysely';
import { keepUses } from '#src/features/media/media.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { toSlug } from '#src/platform/slug.ts';
import { type CheckedTale, checkNewTales, SLUG_IN_USE } from './check-tale.ts';
import { datesOf } from './publication.ts';
import type { CreateOutcome } from './save-tale.ts';
import type { TaleValues } from './tale-input.ts';
import { addAuthor, findAuthorIds } from './tale-names.ts';
import { type Claimed, claimLike, claimMany } from './tale-slugs.ts';

type Trx = Transaction<Database>;
type Checked = CheckedTale<TaleValues>;
type Numbered = { at: number; tale: Checked };
type Claim = Numbered & { claimed: Claimed };

/** Rows of one statement: at most 65,535 values fit into one. */
const PART = 250;

/**
 * Writes new tales, all in one transaction; the outcomes stand in the order of `inputs`, and what is wrong with one keeps no other
 * from being written. At most some thousands at a time: until the transaction ends, others who save wait.
 */
export async function createTales(db: Db, inputs: readonly unknown[], { editor }: { editor?: string } = {}): Promise<CreateOutcome[]> {
  return transact(db, async (trx) => {
    const outcomes: CreateOutcome[] = [];
    const sound: Numbered[] = [];
    for (const [at, checked] of (await checkNewTales(trx, inputs)).entries()) {
      if ('problems' in checked) outcomes[at] = { outcome: 'invalid', problems: checked.problems };
      else sound.push({ at, tale: checked });
    }
    const authors = await authorsOf(trx, sound);
    const claims = await claimAll(trx, sound);
    for (const { at } of sound) outcomes[at] = { outcome: 'invalid', problems: { slug: [SLUG_IN_USE] } };
    for (let from = 0; from < claims.length; from += PART) {
      await insert(trx, claims.slice(from, from + PART), authors, editor ?? null);
    }
    for (const { at, tale, claimed } of claims) {
      await keepUses(trx, claimed.id, { cover: tale.columns.cover_image, content: tale.columns.content }, false);
      outcomes[at] = { outcome: 'saved', tale: { ...claimed, version: 1 }, contentChanged: tale.contentChanged };
    }
    return outcomes;
  });
}

/** By their names; who has none yet is made. */
async function authorsOf(trx: Trx, tales: readonly Numbered[]): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { tale } of tales) if (tale.authorId !== undefined) ids.set(tale.author, tale.authorId);
  const unknown = [...new Set(tales.map(({ tale }) => tale.author))].filter((name) => !ids.has(name));
  for (const name of unknown.toSorted()) {
    // Two spellings that differ in case are one author, and the other may have just been made.
    const [known] = (await findAuthorIds(trx, [name])).values();
    ids.set(name, known ?? (await addAuthor(trx, name)));
  }
  return ids;
}

/** An address for each; without one are those that want an address which another tale has. */
async function claimAll(trx: Trx, tales: readonly Numbered[]): Promise<Claim[]> {
  const wanted = tales.map((each) => ({ ...each, slug: each.tale.slug ?? toSlug(each.tale.columns.title, 'tale') }));
  const free = new Map(await claimMany(trx, [...new Set(wanted.map(({ slug }) => slug))]));
  const claims: Claim[] = [];
  for (const { slug, at, tale } of wanted) {
    const claimed = free.get(slug);
    free.delete(slug);
    if (claimed !== undefined) claims.push({ at, tale, claimed });
    else if (tale.slug === undefined)
      claims.push({ at, tale, claimed: await claimLike(trx, tale.columns.title, { tagIds: [], textLater: false }) });
  }
  return claims;
}

/** Tags first, as what follows from them is written with the tale, once. */
async function insert(trx: Trx, claims: readonly Claim[], authors: ReadonlyMap<string, number>, editor: string | null): Promise<void> {
  const tags = claims.flatMap(({ tale, claimed }) =>
    (tale.tagIds ?? []).filter((tag) => tag !== tale.categoryId).map((tag) => ({ tale_id: claimed.id, category_id: tag })),
  );
  if (tags.length > 0) await trx.insertInto('tale_categories').values(tags).execute();
  const rows = claims.map(({ tale, claimed }) => ({
    ...{ ...tale.columns, ...datesOf(tale.columns), ...claimed },
    ...{ author: tale.author, author_id: authors.get(tale.author) as number, category_id: tale.categoryId, edited_by: editor },
  }));
  await trx.insertInto('tales').values(rows).execute();
}
