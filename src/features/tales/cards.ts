/** Which tales are public, and tales as cards in lists and as options of editors' choices. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { coverAddress } from '#src/features/covers/covers.ts';
import type { Db } from '#src/platform/db/db.ts';
import { likePattern } from '#src/platform/db/db.ts';
import { constantSql, preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { BadQuery } from './browse-query.ts';
import type { TaleCard, TaleOption } from './contract.ts';

/** Condition on `tales t`: the tale is public. */
export const isPublic = constantSql(isPublicAs('t'));

const WORDS_PER_MINUTE_ALOUD = 130;
const FEATURED_COUNT = 4;

/** The ids of the featured tales in order, as an array: pinned ones first, then the newest. */
const featuredIds = constantSql(sql`array(
  with pinned as (
    select t.id, t.featured_rank from tales t where ${isPublic} and t.featured_rank is not null
    order by t.featured_rank limit ${sql.lit(FEATURED_COUNT)}
  ), newest as (
    select t.id from tales t where ${isPublic} and not exists (select from pinned p where p.id = t.id)
    order by t.publish_date desc, t.id desc limit ${sql.lit(FEATURED_COUNT)}
  )
  select id from (
    select id, 0 as part, featured_rank as rank from pinned
    union all select id, 1, row_number() over () from newest) both_parts
  order by part, rank limit ${sql.lit(FEATURED_COUNT)})`);

/** The columns of a CardRow, from `cardTables`. */
export const cardColumns =
  constantSql(sql`t.id, t.slug, t.title, t.excerpt, t.author, a.slug as author_slug, c.name as category, c.slug as category_slug, c.palette,
  t.cover_image, t.minutes, t.words, t.language, t.age_band, t.publish_date, t.id = any(${featuredIds}) as is_featured`);
export const cardTables = sql`tales t join authors a on a.id = t.author_id join categories c on c.id = t.category_id`;

/** The only definition of a public tale. `alias` is the name of the table in the query. */
export function isPublicAs(alias: 't' | 'n'): RawBuilder<boolean> {
  const [status, deleted, published] = ['status', 'deleted_at', 'publish_date'].map((column) => sql.ref(`${alias}.${column}`));
  return sql`${status} = 'published' and ${deleted} is null and ${published} <= now()`;
}

export type CardRow = {
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  author: string;
  author_slug: string;
  category: string;
  category_slug: string;
  /** Palette of generated covers. */
  palette: string;
  cover_image: string;
  minutes: number;
  words: number;
  language: string;
  age_band: string;
  publish_date: Date;
  is_featured: boolean;
};

export function toCard(row: CardRow): TaleCard {
  const cover = { slug: row.slug, title: row.title, category: row.palette, coverImage: row.cover_image };
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    author: { slug: row.author_slug, name: row.author },
    category: { slug: row.category_slug, name: row.category },
    coverImage: coverAddress(cover),
    coverWide: coverAddress({ ...cover, format: 'landscape' }),
    readTime: row.minutes,
    aloudTime: row.words > 0 ? Math.ceil(row.words / WORDS_PER_MINUTE_ALOUD) : row.minutes,
    isFeatured: row.is_featured,
    publishDate: row.publish_date.toISOString(),
    language: row.language,
    ageBand: row.age_band,
  };
}

/** Returns the featured tales in order. */
export async function listFeatured(db: Db): Promise<TaleCard[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from unnest(${featuredIds}) with ordinality as featured (id, rank) join ${cardTables} on t.id = featured.id
    order by featured.rank ${preparedStatement}`.execute(db);
  return rows.map(toCard);
}

/** Returns the featured tales in order, and the newest `count` others. */
export async function listFeaturedAndNewest(db: Db, count: number): Promise<{ featured: TaleCard[]; newest: TaleCard[] }> {
  const { rows } = await sql<CardRow & { rank: number }>`
    select ${cardColumns}, coalesce(t.featured_rank, ${sql.lit(2 ** 31 - 1)}) as rank from (
      (select t.id from tales t where ${isPublic} and t.featured_rank is not null order by t.featured_rank limit ${sql.lit(FEATURED_COUNT)})
      union
      (select t.id from tales t where ${isPublic} order by t.publish_date desc, t.id desc limit ${sql.lit(FEATURED_COUNT + count)})
    ) shown join ${cardTables} on t.id = shown.id order by t.publish_date desc, t.id desc ${preparedStatement}`.execute(db);
  const pinnedFirst = rows.filter((row) => row.is_featured).sort((a, b) => a.rank - b.rank);
  const newest = rows.filter((row) => !row.is_featured).slice(0, count);
  return { featured: pinnedFirst.map(toCard), newest: newest.map(toCard) };
}

/** Returns cards in the order of `ids`; tales that are not public are omitted. */
export async function cardsByIds(db: Db, ids: string[]): Promise<TaleCard[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from ${cardTables} where ${isPublic} and t.id = any(${ids}::uuid[]) ${preparedStatement}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, toCard(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const MAX_OPTIONS = 20;

const optionColumns = sql`t.id, t.slug, t.title, t.author, t.cover_image, c.palette,
  case when t.deleted_at is not null then 'bin' when t.status = 'draft' then 'draft' when ${isPublic} then 'published' else 'scheduled' end as state`;
const optionTables = sql`tales t join categories c on c.id = t.category_id`;

type OptionRow = Omit<TaleOption, 'cover'> & { cover_image: string; palette: string };

/**
 * Searches up to 20 tales by title or author, including drafts but not the trash; titles that start with `q` come first.
 * `isPublishedOnly`: published and scheduled tales only.
 */
export async function findTaleOptions(db: Db, { q, isPublishedOnly }: { q: string; isPublishedOnly: boolean }): Promise<TaleOption[]> {
  const { rows } = await sql<OptionRow>`
    select ${optionColumns} from (
      select * from tales where deleted_at is null and ${isPublishedOnly ? sql`status = 'published'` : sql`true`} and ${q === '' ? sql`true` : sql`search_text like ${likePattern(q)}`}
      order by ${q === '' ? sql`created_at desc` : sql`strpos(normalize_text(title), normalize_text(${q})) = 1 desc, length(title), title`}, id limit ${MAX_OPTIONS}
    ) t join categories c on c.id = t.category_id
    order by ${q === '' ? sql`t.created_at desc` : sql`strpos(normalize_text(t.title), normalize_text(${q})) = 1 desc, length(t.title), t.title`}, t.id`.execute(
    db,
  );
  return rows.map(toOption);
}

/** Returns the tales in the order of `ids`, whatever their state; deleted ones are omitted. */
export async function taleOptionsByIds(db: Db, ids: string[]): Promise<TaleOption[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OptionRow>`select ${optionColumns} from ${optionTables} where t.id = any(${ids}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, toOption(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toOption({ cover_image, palette, ...tale }: OptionRow): TaleOption {
  return { ...tale, cover: coverAddress({ slug: tale.slug, title: tale.title, category: palette, coverImage: cover_image }) };
}

const MAX_IDS = 60;
const TaleIds = z.array(z.uuid()).min(1).max(MAX_IDS);

/** Normalizes the parameter `ids` for caching: lower case, unique, sorted. @throws BadQuery */
export function parseTaleIds(params: URLSearchParams): string[] {
  const ids = TaleIds.safeParse((params.get('ids') ?? '').toLowerCase().split(','));
  if (!ids.success) throw new BadQuery('ids', `ids must be a comma-separated list of at most ${MAX_IDS} tale ids.`);
  return [...new Set(ids.data)].sort();
}
