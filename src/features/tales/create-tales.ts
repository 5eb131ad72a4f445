/** Many new tales written at once, for importers: by the rules of createTale, with a few statements for all of them. */
import { sql, type Transaction } from 'kysely';
import { keepUses } from '#src/features/media/media.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { toSlug } from '#src/platform/slug.ts';
import { type CheckedTale, checkNewTales, type ReadTale, SLUG_IN_USE } from './check-tale.ts';
import { datesOf } from './publication.ts';
import type { CreateOutcome } from './save-tale.ts';
import type { TaleValues } from './tale-input.ts';
import { addAuthors } from './tale-names.ts';
import { type Claimed, claimMany, claimManyLike } from './tale-slugs.ts';

type Trx = Transaction<Database>;
type Checked = CheckedTale<TaleValues>;
type Numbered = { at: number; tale: Checked };
type Claim = Numbered & { claimed: Claimed };

/** Characters of the texts of one statement, at about which it ends: they are in memory several times while it is sent. */
const PART = 2_000_000;

type Sayable = Required<Omit<Checked['columns'], 'title' | 'excerpt' | 'publish_date'>>;
/** What stands in a new tale where nothing is said: as the columns have it. */
const UNSAID: Sayable = {
  ...{ status: 'draft', language: 'en', content_notes: [], motifs: [], questions: [], read_time: 0, words: 0, cleaner_version: 0 },
  ...{ content: '', content_source: '', content_text: '', cover_image: '', origin: '', tale_type: '', age_band: '', retold_from: '' },
  ...{ source: '', rights: '', why_it_matters: '' },
};
const OTHERS = ['id', 'slug', 'title', 'excerpt', 'author', 'author_id', 'category_id', 'edited_by', 'is_dated'];
const COLUMNS = sql.raw([...Object.keys(UNSAID), ...OTHERS].join(', '));

/**
 * Writes new tales that were read, all in one transaction; the outcomes stand in their order, and what is wrong with one keeps no other
 * from being written. At most some thousands at a time: until the transaction ends, others who save wait.
 */
export async function createTales(db: Db, tales: readonly ReadTale[], { editor }: { editor?: string } = {}): Promise<CreateOutcome[]> {
  return transact(db, async (trx) => {
    const outcomes: CreateOutcome[] = [];
    const sound: Numbered[] = [];
    for (const [at, checked] of (await checkNewTales(trx, tales)).entries()) {
      if ('problems' in checked) outcomes[at] = { outcome: 'invalid', problems: checked.problems };
      else sound.push({ at, tale: checked });
    }
    const authors = await authorsOf(trx, sound);
    const claims = await claimAll(trx, sound);
    for (const { at } of sound) outcomes[at] = { outcome: 'invalid', problems: { slug: [SLUG_IN_USE] } };
    for (const part of partsOf(claims)) await insert(trx, part, authors, editor ?? null);
    for (const { at, tale, claimed } of claims) {
      await keepUses(trx, claimed.id, { cover: tale.columns.cover_image, content: tale.columns.content }, false);
      outcomes[at] = { outcome: 'saved', tale: { ...claimed, version: 1 }, contentChanged: tale.contentChanged };
    }
    return outcomes;
  });
}

/** By their names; who has none yet is made. */
async function authorsOf(trx: Trx, tales: readonly Numbered[]): Promise<ReadonlyMap<string, number>> {
  const known = tales.flatMap(({ tale }) => (tale.authorId === undefined ? [] : [[tale.author, tale.authorId] as const]));
  const unknown = tales.flatMap(({ tale }) => (tale.authorId === undefined ? [tale.author] : []));
  return new Map([...known, ...(await addAuthors(trx, [...new Set(unknown)]))]);
}

/** An address for each; without one are those that want an address which another tale has. */
async function claimAll(trx: Trx, tales: readonly Numbered[]): Promise<Claim[]> {
  const wanted = tales.map((each) => ({ ...each, slug: each.tale.slug ?? toSlug(each.tale.columns.title, 'tale') }));
  const free = new Map(await claimMany(trx, [...new Set(wanted.map(({ slug }) => slug))]));
  const claims: Claim[] = [];
  const others: typeof wanted = [];
  for (const { slug, at, tale } of wanted) {
    const claimed = free.get(slug);
    free.delete(slug);
    if (claimed !== undefined) claims.push({ at, tale, claimed });
    else if (tale.slug === undefined) others.push({ slug, at, tale });
  }
  const found = await claimManyLike(
    trx,
    others.map(({ slug }) => slug),
  );
  for (const [index, { at, tale }] of others.entries()) claims.push({ at, tale, claimed: found[index] as Claimed });
  return claims.sort((one, other) => one.at - other.at);
}

/** Each of at least one. */
function* partsOf(claims: readonly Claim[]): Generator<Claim[]> {
  let part: Claim[] = [];
  let size = 0;
  for (const claim of claims) {
    const { content = '', content_source = '', content_text = '' } = claim.tale.columns;
    part.push(claim);
    size += content.length + content_source.length + content_text.length;
    if (size < PART) continue;
    yield part;
    part = [];
    size = 0;
  }
  if (part.length > 0) yield part;
}

/** Tags first, as what follows from them is written with the tale, once. */
async function insert(trx: Trx, claims: readonly Claim[], authors: ReadonlyMap<string, number>, editor: string | null): Promise<void> {
  const tags = claims.flatMap(({ tale, claimed }) =>
    (tale.tagIds ?? []).filter((tag) => tag !== tale.categoryId).map((tag) => ({ tale_id: claimed.id, category_id: tag })),
  );
  if (tags.length > 0) await trx.insertInto('tale_categories').values(tags).execute();
  const rows = claims.map(({ tale, claimed }) => ({
    ...UNSAID,
    ...tale.columns,
    // A date that is not said is the present.
    is_dated: datesOf(tale.columns).is_dated ?? false,
    ...claimed,
    ...{ author: tale.author, author_id: authors.get(tale.author) as number, category_id: tale.categoryId, edited_by: editor },
  }));
  await sql`
    insert into tales (${COLUMNS}, publish_date)
    select ${COLUMNS}, coalesce(publish_date, now()) from json_populate_recordset(null::tales, ${JSON.stringify(rows)})`.execute(trx);
}
