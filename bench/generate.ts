import pg from 'pg';
import { makeTexts, vocabularySize, word } from './vocabulary.ts';

/** Generates tales for scalability benchmarks: real tables and indexes, texts of 120 words, skewed authors, tags, four languages. */

/** Words that occur in every generated tale, in a tenth of them, and in twenty. */
export const COMMON_WORD = 'forest';
export const TENTH_WORD = 'lantern';
export const RARE_WORD = 'zanzibar';
/** An author with three tales. */
export const RARE_AUTHOR = 'teller-rare';

const PARAGRAPHS = 5_000;
const BATCH = 50_000;

/**
 * Fills an empty migrated database with `size` tales. Disables triggers and drops indexes meanwhile, and computes the data of the triggers at
 * the end, so that a million takes minutes, not hours.
 */
export async function generateTales(ownerUrl: string, size: number, say: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set work_mem = '64MB'");
    await client.query('alter table tales disable trigger user; alter table tale_categories disable trigger user');
    const indexes = await dropIndexes(client);
    await makeParagraphs(client, vocabularySize(size));
    const authors = await makeAuthors(client, size);
    for (let from = 1; from <= size; from += BATCH) {
      const to = Math.min(size, from + BATCH - 1);
      await insertBatch(client, { from, to, size, authors });
      say(`${to} of ${size} tales`);
    }
    for (const definition of indexes) await client.query(definition);
    await client.query('alter table tales enable trigger user; alter table tale_categories enable trigger user');
    await fillTriggerData(client, vocabularySize(size));
    await client.query('drop table bench_paragraphs');
    await client.query('vacuum analyze');
    say(`${size} tales are ready`);
  } finally {
    await client.end();
  }
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'tales' and indexname not in (select conname from pg_constraint where conrelid = 'tales'::regclass)`,
  );
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  return rows.map((row) => row.definition);
}

async function makeParagraphs(client: pg.Client, vocabulary: number): Promise<void> {
  await client.query('create unlogged table bench_paragraphs (paragraph integer primary key, text text not null)');
  await client.query('insert into bench_paragraphs select place - 1, text from unnest($1::text[]) with ordinality as made (text, place)', [
    makeTexts(PARAGRAPHS, 12, vocabulary),
  ]);
  await client.query('analyze bench_paragraphs');
}

/** Adds authors. Returns their number, without the rare one. */
async function makeAuthors(client: pg.Client, size: number): Promise<number> {
  const authors = Math.max(10, Math.round(size ** 0.55));
  await client.query(
    `insert into authors (slug, name, sort_name, origin)
     select 'teller-' || i, 'Teller ' || i, 'Teller ' || i, (array['German','Danish','French','Russian','English','Irish','Italian','Spanish'])[1 + i % 8]
     from generate_series(1, $1) i
     union all select '${RARE_AUTHOR}', 'Teller Rare', 'Teller Rare', 'Irish'`,
    [authors],
  );
  return authors;
}

type Batch = { from: number; to: number; size: number; authors: number };

/** Inserts tales. The first few are scheduled for the next minutes, so lists and counts must exclude them. */
async function insertBatch(client: pg.Client, { from, to, size, authors }: Batch): Promise<void> {
  await client.query(
    `with made as (
       select n, gen_random_uuid() as id, 1 + n % 9 as category_id, 1 + n / 9 % 9 as tag_id, n % 3 = 0 as tagged,
         200 + (n::bigint * 37) % 6000 as words, (array['3-5', '6-8', '9-12', '13+'])[1 + n / 3 % 4] as age_band,
-- The square gives a few authors most of the tales.
         case when n % greatest(1, $3::int / 3) = 0 then '${RARE_AUTHOR}'
           else 'teller-' || (1 + floor($4::int * power((n * 7919::bigint % 10007) / 10007.0, 2)))::int end as teller
       from generate_series($1::int, $2::int) n
     ), generated as (
       select m.*, a.id as author_id, a.name as author, a.origin, p.text, split_part(p.text, ' ', 1) as one, split_part(p.text, ' ', 2) as other,
         case when n % 7 <> 0 then 'en' when a.origin = 'German' then 'de' when a.origin = 'French' then 'fr' when a.origin = 'Spanish' then 'es'
           else 'en' end as language
       from made m join authors a on a.slug = m.teller,
       lateral (select string_agg(text, ' ' order by place) as text from generate_series(0, 9) place
         join bench_paragraphs on paragraph = ((n::bigint * 2654435761 + place * 40503) % ${PARAGRAPHS})::int) p
     ), tags as (
       insert into tale_categories (tale_id, category_id) select id, tag_id from generated where tagged and tag_id <> category_id
     )
     insert into tales (id, slug, title, author, author_id, category_id, excerpt, content, content_text, search, words, status, publish_date,
       language, origin, age_band, tale_type, facets)
     select id, 'tale-' || n, title, author, author_id, category_id, excerpt, '<p>' || text || '</p>', content_text,
       tale_search(language, title, author, excerpt, content_text), words, 'published', now() - (n - 3) * interval '1 minute', language, origin, age_band,
       'ATU ' || 300 + n % 450,
       array(select distinct facet collate "C" from unnest(array['a:' || author_id, 'c:' || category_id, 'g:' || age_band, 'l:' || language,
         'm:' || minutes_band(((words + 199) / 200)::int), 'o:' || origin, 's:yes']
         || case when tagged then array['c:' || tag_id] else '{}'::text[] end) facet order by 1)
     from generated, lateral (select
       'The ' || initcap(one) || ' and the ' || initcap(other) || ' ' || n as title, 'Of a ' || one || ' and what was in it.' as excerpt,
       '${COMMON_WORD} ' || text || case when n % 10 = 0 then ' ${TENTH_WORD}' else '' end
         || case when n % greatest(1, $3::int / 20) = 0 then ' ${RARE_WORD}' else '' end as content_text) words_of_tale`,
    [from, to, size, authors],
  );
}

/** Data that triggers would have maintained: counts, slugs, search words. */
async function fillTriggerData(client: pg.Client, vocabulary: number): Promise<void> {
  await client.query(
    "insert into author_facet_set_counts select author_id, array_remove(facets, 'a:' || author_id) set, count(*) from tales group by 1, 2",
  );
  await client.query('insert into facet_set_counts select facets, sum(tales) from author_facet_set_counts group by facets');
  await client.query(
    `insert into facet_counts select counted, facet, sum(tales) from author_facet_set_counts, unnest(facets || '*'::text) facet,
       unnest(array[0, author_id]) counted group by 1, 2`,
  );
  await client.query('insert into tale_slugs (slug, tale_id) select slug, id from tales');
  const words = Array.from({ length: vocabulary }, (_, n) => word(n + 1)).concat(COMMON_WORD, TENTH_WORD, RARE_WORD);
  await client.query('insert into search_words select distinct unnest($1::text[])', [words]);
}
