import { type RawBuilder, sql } from 'kysely';
import { coverAddress } from '#src/features/covers/covers.ts';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';
import type { TaleCard } from './contract.ts';

/** Which tales readers may see, of `tales t`. */
export const isPublic = isPublicAs('t');

/** Words a minute when one reads aloud. */
const ALOUD = 130;
export const FEATURED = 4;

/** What a card needs, of `tales t join authors a join categories c`. */
export const cardColumns = sql`t.id, t.slug, t.title, t.excerpt, t.author, a.slug as author_slug, c.name as category, c.slug as category_slug, c.palette,
  t.cover_image, t.minutes, t.words, t.language, t.age_band, t.publish_date`;
export const cardTables = sql`tales t join authors a on a.id = t.author_id join categories c on c.id = t.category_id`;

/** The one place that says which tales readers may see; `alias` is what the query calls the table. */
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
  /** What the covers of its category are drawn with. */
  palette: string;
  cover_image: string;
  minutes: number;
  words: number;
  language: string;
  age_band: string;
  publish_date: Date;
};

export function toCard(row: CardRow, featured: ReadonlySet<string>): TaleCard {
  const drawn = { slug: row.slug, title: row.title, category: row.palette, coverImage: row.cover_image };
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    author: { slug: row.author_slug, name: row.author },
    category: { slug: row.category_slug, name: row.category },
    coverImage: coverAddress(drawn),
    coverWide: coverAddress({ ...drawn, format: 'landscape' }),
    readTime: row.minutes,
    aloudTime: row.words > 0 ? Math.ceil(row.words / ALOUD) : row.minutes,
    isFeatured: featured.has(row.id),
    publishDate: row.publish_date.toISOString(),
    language: row.language,
    ageBand: row.age_band,
  };
}

/** The ids of the featured tales in their order: the editors' pins, filled up with the newest to four. */
export async function listFeaturedIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with pinned as (
      select t.id, t.featured_rank from tales t where ${isPublic} and t.featured_rank is not null order by t.featured_rank limit ${FEATURED}
    ), newest as (
      select t.id from tales t where ${isPublic} and not exists (select from pinned p where p.id = t.id)
      order by t.publish_date desc, t.id desc limit ${FEATURED}
    )
    select id from (
      select id, 0 as part, featured_rank as rank from pinned
      union all select id, 1, row_number() over () from newest) both_parts
    order by part, rank limit ${FEATURED}`.execute(db);
  return rows.map((row) => row.id);
}

/** The cards of these tales in the order of `ids`; those that are not public are left out. `featured`: where it is known already. */
export async function cardsByIds(db: Db, ids: string[], featured?: string[]): Promise<TaleCard[]> {
  if (ids.length === 0) return [];
  const found = sql<CardRow>`select ${cardColumns} from ${cardTables} where ${isPublic} and t.id = any(${ids}::uuid[]) ${keptPlan}`;
  const [{ rows }, marked] = await Promise.all([found.execute(db), featured ?? listFeaturedIds(db)]);
  const byId = new Map(toCards(rows, marked).map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function toCards(rows: CardRow[], featured: string[]): TaleCard[] {
  const ids = new Set(featured);
  return rows.map((row) => toCard(row, ids));
}
