import { type RawBuilder, sql } from 'kysely';
import { hasPublicTales } from '#src/features/authors/authors.ts';
import { categoryLinks } from '#src/features/categories/categories.ts';
import { coverAddress } from '#src/features/covers/covers.ts';
import { normalizeSearch } from '#src/features/tales/browse-query.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { Suggestions } from './contract.ts';
import { fold } from './passage.ts';
import { findSimilarWords, hasTrigrams, substringMatches } from './queries.ts';
import { correctSearch } from './spelling.ts';

const MAX_TALES = 5;
const MAX_OTHERS = 3;
/** Title matches considered; for very common words, the newest tales are scanned. */
const MAX_MATCHES = 50;
const MAX_SCANNED = 20_000;

/** Suggests up to 5 tales, 3 people and 3 categories for a partial input; corrects spelling if nothing matches. */
export async function suggest(db: Db, text: string): Promise<Suggestions> {
  const q = normalizeSearch(text);
  if (q === '') return { tales: [], authors: [], categories: [] };
  const found = await findSuggestions(db, q);
  if (found.tales.length + found.authors.length + found.categories.length > 0) return found;
  const corrected = correctSearch(q, await findSimilarWords(db, words(q)));
  return corrected === null ? found : findSuggestions(db, corrected);
}

async function findSuggestions(db: Db, q: string): Promise<Suggestions> {
  const [tales, authors, links] = await Promise.all([listTales(db, q), listAuthors(db, q), categoryLinks(db)]);
  return { tales, authors, categories: links.filter((link) => fold(link.name).includes(fold(q))).slice(0, MAX_OTHERS) };
}

/**
 * Titles that start with the input, ignoring articles, come first; then titles that contain a word starting with each term; then titles and
 * authors that contain the input anywhere.
 */
async function listTales(db: Db, q: string): Promise<Suggestions['tales']> {
  const first = await listByPrefix(db, q);
  const rows = first.length === MAX_TALES || !hasTrigrams(q) ? first : [...first, ...(await listBySubstring(db, q, first))];
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    author: row.author,
    coverImage: coverAddress({ ...row, coverImage: row.cover_image }),
  }));
}

type Row = { id: string; slug: string; title: string; author: string; cover_image: string; category: string };

const COLUMNS = sql`t.id, t.slug, t.title, t.author, t.cover_image, c.palette as category`;

async function listByPrefix(db: Db, q: string): Promise<Row[]> {
  const terms = words(fold(q));
  const prefixes = (of: string[]) => of.map((word) => `${word}:*`).join(' & ');
  // How common a single letter or digit is at the start of words, Postgres underestimates a thousandfold.
  const telling = terms.filter((word) => word.length > 1);
  const isWanted = sql`(select count(*) from starts) < ${MAX_TALES}`;
  const starts = (title: RawBuilder<unknown>) => sql`(
      select id from tales t where ${isPublic} and ${title} collate "C" >= normalize_text(${q}) and ${title} collate "C" < normalize_text(${q}) || chr(1114111) collate "C"
      order by ${title} collate "C" limit ${sql.lit(MAX_TALES)})`;
  const { rows } = await sql<Row>`
    with starts as materialized (
      ${starts(sql`normalize_text(title)`)} union ${starts(sql`normalize_text(title_key(title))`)}
    ), input as materialized (
      select *, is_rare('title_words', telling) as is_rare from (
        select to_tsquery('talewood_simple', ${prefixes(terms)}) as query,
          to_tsquery('talewood_simple', ${prefixes(telling.length > 0 ? telling : terms)}) as telling
      ) each_query where ${isWanted}
    ), matches as (
      (select id from tales t where (select is_rare from input) and ${isPublic}
        and title_words @@ (select query from input) limit ${sql.lit(MAX_MATCHES)})
      union all
      (select id from (select id, title_words from tales t where ${isPublic} order by publish_date desc, id desc limit ${sql.lit(MAX_SCANNED)}) newest
        where not (select is_rare from input) and title_words @@ (select query from input) limit ${sql.lit(MAX_MATCHES)})
    )
    select ${COLUMNS}
    from (select id, min(rank) rank from (select id, 0 rank from starts union all select id, 1 from matches) f group by id) found
    join tales t using (id) join categories c on c.id = t.category_id
    order by found.rank, length(t.title), t.title limit ${sql.lit(MAX_TALES)} ${preparedStatement}`.execute(db);
  return rows;
}

/** Fills the remaining places with substring matches not in `known`. */
async function listBySubstring(db: Db, q: string, known: readonly Row[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ${substringMatches(q, { columns: sql`id`, limit: MAX_MATCHES })}
    select ${COLUMNS} from substrings join tales t using (id) join categories c on c.id = t.category_id
    where not t.id = any(${known.map(({ id }) => id)}::uuid[])
    order by length(t.title), t.title limit ${sql.lit(MAX_TALES - known.length)} ${preparedStatement}`.execute(db);
  return rows;
}

async function listAuthors(db: Db, q: string): Promise<Suggestions['authors']> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from (
      select matched.* from (
        select id, slug, name, strpos(normalized_name, (select normalize_text(${q}))) as first_at from authors offset 0
      ) matched left join lateral (select tales from facet_counts where author_id = matched.id and facet = '*' offset 0) f on true
      where first_at > 0 order by first_at, f.tales desc nulls last, name offset 0
    ) a where ${hasPublicTales} limit ${sql.lit(MAX_OTHERS)} ${preparedStatement}`.execute(db);
  return rows;
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
