/** Bulk insert for importers: the rules of createTale with few statements. */
import { sql, type Transaction } from 'kysely';
import { recordUses } from '#src/features/media/media.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { toSlug } from '#src/platform/slug.ts';
import { type CheckedTale, checkNewTales, publishDates, type ReadTale, SLUG_IN_USE } from './check-tale.ts';
import { creditRows, insertCredits, namesIn } from './credits.ts';
import { COLUMN_NAMES, defaultOf } from './field-values.ts';
import type { CreateOutcome } from './save-tale.ts';
import { addUnknown } from './tale-references.ts';
import type { TaleValues } from './tale-schemas.ts';
import { type ClaimedSlug, claimNumberedSlugs, claimSlugs } from './tale-slugs.ts';

type Trx = Transaction<Database>;
type Checked = CheckedTale<TaleValues>;
type IndexedTale = { at: number; tale: Checked };
type Claim = IndexedTale & { claimed: ClaimedSlug };

/** Approximate characters of text per statement, which are in memory several times while it is sent. */
const BATCH_CHARACTERS = 2_000_000;

/** Default column values. That of the date is in the statement. */
const DEFAULTS = {
  ...Object.fromEntries(COLUMN_NAMES.filter((name) => name !== 'publish_date').map((name) => [name, defaultOf(name)])),
  ...{ content: '', content_source: '', content_text: '', words: 0, sanitizer_version: 0 },
};
const OTHER_COLUMNS = ['id', 'slug', 'author', 'author_id', 'category_id', 'edited_by', 'publish_date_is_manual'];
const COLUMNS = sql.raw([...Object.keys(DEFAULTS), ...OTHER_COLUMNS].join(', '));

/**
 * Inserts parsed tales in one transaction and returns the outcomes in the same order; invalid ones do not affect the others. Pass at most a
 * few thousand: the transaction blocks others who save.
 */
export async function createTales(db: Db, tales: readonly ReadTale[], { editor }: { editor?: string } = {}): Promise<CreateOutcome[]> {
  return transact(db, async (trx) => {
    const outcomes: CreateOutcome[] = [];
    const valid: IndexedTale[] = [];
    for (const [at, checked] of (await checkNewTales(trx, tales)).entries()) {
      if ('problems' in checked) outcomes[at] = { outcome: 'invalid', problems: checked.problems };
      else valid.push({ at, tale: checked });
    }
    const names = valid.flatMap(({ tale }) => [tale.author, ...namesIn(tale.credits)]);
    const people = await addUnknown(trx, names, valid[0]?.tale.people ?? new Map());
    const claims = await claimAll(trx, valid);
    for (const { at } of valid) outcomes[at] = { outcome: 'invalid', problems: { slug: [SLUG_IN_USE] } };
    for (const batch of batchesOf(claims)) await insert(trx, batch, people, editor ?? null);
    for (const { at, tale, claimed } of claims) {
      await recordUses(trx, claimed.id, { cover: tale.columns.cover_image, content: tale.columns.content }, false);
      outcomes[at] = { outcome: 'saved', tale: { ...claimed, version: 1 }, contentChanged: tale.contentChanged };
    }
    return outcomes;
  });
}

/** Claims slugs. Tales that request a taken slug are omitted. */
async function claimAll(trx: Trx, tales: readonly IndexedTale[]): Promise<Claim[]> {
  const requested = tales.map((each) => ({ ...each, slug: each.tale.slug ?? toSlug(each.tale.columns.title, 'tale') }));
  const free = new Map(await claimSlugs(trx, [...new Set(requested.map(({ slug }) => slug))]));
  const claims: Claim[] = [];
  const others: typeof requested = [];
  for (const { slug, at, tale } of requested) {
    const claimed = free.get(slug);
    free.delete(slug);
    if (claimed !== undefined) claims.push({ at, tale, claimed });
    else if (tale.slug === undefined) others.push({ slug, at, tale });
  }
  const found = await claimNumberedSlugs(
    trx,
    others.map(({ slug }) => slug),
  );
  for (const [index, { at, tale }] of others.entries()) claims.push({ at, tale, claimed: found[index] as ClaimedSlug });
  return claims.sort((one, other) => one.at - other.at);
}

/** Batches of at least one tale. */
function* batchesOf(claims: readonly Claim[]): Generator<Claim[]> {
  let batch: Claim[] = [];
  let size = 0;
  for (const claim of claims) {
    const { content = '', content_source = '', content_text = '' } = claim.tale.columns;
    batch.push(claim);
    size += content.length + content_source.length + content_text.length;
    if (size < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Inserts tags first, so that triggers run once per tale. */
async function insert(trx: Trx, claims: readonly Claim[], people: ReadonlyMap<string, number>, editor: string | null): Promise<void> {
  const tags = claims.flatMap(({ tale, claimed }) =>
    (tale.tagIds ?? []).filter((tag) => tag !== tale.categoryId).map((tag) => ({ tale_id: claimed.id, category_id: tag })),
  );
  if (tags.length > 0) await trx.insertInto('tale_categories').values(tags).execute();
  await insertCredits(
    trx,
    claims.flatMap(({ tale, claimed }) => creditRows(claimed.id, tale.credits, people)),
  );
  const rows = claims.map(({ tale, claimed }) => ({
    ...DEFAULTS,
    ...tale.columns,
    publish_date_is_manual: publishDates(tale.columns).publish_date_is_manual ?? false,
    ...claimed,
    ...{ author: tale.author, author_id: people.get(tale.author) as number, category_id: tale.categoryId, edited_by: editor },
  }));
  await sql`
    insert into tales (${COLUMNS}, publish_date)
    select ${COLUMNS}, coalesce(publish_date, now()) from json_populate_recordset(null::tales, ${JSON.stringify(rows)})`.execute(trx);
}
