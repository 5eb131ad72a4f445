import { type RawBuilder, sql } from 'kysely';
import { categoryLinks } from '#src/features/categories/categories.ts';
import { coverAddress } from '#src/features/covers/covers.ts';
import { cleanSearch } from '#src/features/tales/browse-query.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Suggestions } from './contract.ts';
import { fold } from './passage.ts';
import { hasTrigrams, nearWords, substringMatches } from './queries.ts';
import { mendSearch } from './spelling.ts';

const TALES = 5;
const OTHERS = 3;
/** Of titles that hold the words so many are looked at; where very many do, so many of the newest tales are walked through. */
const HELD = 50;
const WALK = 20_000;

/** What begins like `text`: up to five tales, three authors, three categories; near misspellings when nothing does. Blank: nothing. */
export async function suggest(db: Db, text: string): Promise<Suggestions> {
  const q = cleanSearch(text);
  if (q === '') return { tales: [], authors: [], categories: [] };
  const found = await look(db, q);
  if (found.tales.length + found.authors.length + found.categories.length > 0) return found;
  const mended = mendSearch(q, await nearWords(db, words(q)));
  return mended === null ? found : look(db, mended);
}

async function look(db: Db, q: string): Promise<Suggestions> {
  const [tales, authors, links] = await Promise.all([listTales(db, q), listAuthors(db, q), categoryLinks(db)]);
  return { tales, authors, categories: links.filter((link) => fold(link.name).includes(fold(q))).slice(0, OTHERS) };
}

/**
 * Titles that begin with the text, with or without their article, come first; only when they are too few, titles in which every
 * word begins with one of the text's words are looked for, and then those in which, or in whose author, the text stands anywhere. Where
 * those are very many, the newest are.
 */
async function listTales(db: Db, q: string): Promise<Suggestions['tales']> {
  const first = await listBeginning(db, q);
  const rows = first.length === TALES || !hasTrigrams(q) ? first : [...first, ...(await listContaining(db, q, first))];
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    author: row.author,
    coverImage: coverAddress({ ...row, coverImage: row.cover_image }),
  }));
}

type Row = { id: string; slug: string; title: string; author: string; cover_image: string; category: string };

const COLUMNS = sql`t.id, t.slug, t.title, t.author, t.cover_image, c.palette as category`;

async function listBeginning(db: Db, q: string): Promise<Row[]> {
  const prefixes = words(fold(q)).map((word) => `${word}:*`);
  const isWanted = sql`(select count(*) from starts) < ${TALES}`;
  const starts = (title: RawBuilder<unknown>) => sql`(
      select id from tales t where ${isPublic} and ${title} collate "C" >= plain(${q}) and ${title} collate "C" < plain(${q}) || chr(1114111) collate "C"
      order by ${title} collate "C" limit ${TALES})`;
  const { rows } = await sql<Row>`
    with starts as materialized (
      ${starts(sql`plain(title)`)} union ${starts(sql`plain(title_key(title))`)}
    ), asked as materialized (
      select to_tsquery('talewood_simple', ${prefixes.join(' & ')}) as query
    ), held as (
      (select id from tales t where ${isWanted} and (select is_rare('title_words', query) from asked) and ${isPublic}
        and title_words @@ (select query from asked) limit ${HELD})
      union all
      (select id from (select id, title_words from tales t where ${isPublic} order by publish_date desc, id desc limit ${WALK}) newest
        where ${isWanted} and not (select is_rare('title_words', query) from asked) and title_words @@ (select query from asked) limit ${HELD})
    )
    select ${COLUMNS}
    from (select id, min(rank) rank from (select id, 0 rank from starts union all select id, 1 from held) f group by id) found
    join tales t using (id) join categories c on c.id = t.category_id
    order by found.rank, length(t.title), t.title limit ${TALES}`.execute(db);
  return rows;
}

/** Those beside `known` that contain the text, so many as are left to show. */
async function listContaining(db: Db, q: string, known: readonly Row[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ${substringMatches(q, { columns: sql`id`, limit: HELD })}
    select ${COLUMNS} from substrings join tales t using (id) join categories c on c.id = t.category_id
    where not t.id = any(${known.map(({ id }) => id)}::uuid[])
    order by length(t.title), t.title limit ${TALES - known.length}`.execute(db);
  return rows;
}

async function listAuthors(db: Db, q: string): Promise<Suggestions['authors']> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select a.slug, a.name from authors a join facet_counts f on f.facet = '*' and f.author_id = a.id
    where strpos(a.plain_name, plain(${q})) > 0 and exists (select from tales t where t.author_id = a.id and ${isPublic})
    order by strpos(a.plain_name, plain(${q})), f.tales desc, a.name limit ${OTHERS}`.execute(db);
  return rows;
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
