import type pg from 'pg';

/** Made-up tales for measuring growth: real tables, real indexes, texts of 120 words out of a vocabulary of 20,000. */

/** Stands in every made-up tale; and in twenty of them, however many there are. */
export const COMMON_WORD = 'forest';
export const RARE_WORD = 'zanzibar';

/**
 * Fills an empty migrated database with `size` tales. Triggers and indexes are set aside meanwhile and the counts are
 * filled in at the end, so that a million takes minutes, not hours.
 */
export async function generateTales(pool: pg.Pool, size: number): Promise<void> {
  const authors = Math.max(10, Math.round(size ** 0.55));
  await pool.query('alter table tales disable trigger user');
  const indexes = await dropIndexes(pool);
  await makeParagraphs(pool);
  await pool.query(
    `insert into authors (slug, name, sort_name, origin)
     select 'teller-' || i, 'Teller ' || i, 'Teller ' || i, (array['German','Danish','French','Russian','English','Irish','Italian','Japanese'])[1 + i % 8]
     from generate_series(1, $1) i`,
    [authors],
  );
  const batch = 50_000;
  for (let from = 1; from <= size; from += batch) await insertBatch(pool, from, Math.min(size, from + batch - 1), size, authors);
  for (const definition of indexes) await pool.query(definition);
  await pool.query('alter table tales enable trigger user');
  await fillCounts(pool);
  await pool.query('drop table bench_paragraphs');
  await pool.query('vacuum analyze');
}

async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'tales' and indexname not in (select conname from pg_constraint where conrelid = 'tales'::regclass)`,
  );
  for (const { name } of rows) await pool.query(`drop index "${name}"`);
  return rows.map((row) => row.definition);
}

/** Words are frequent or rare as in real texts: the n-th has a share of about 1/n. */
async function makeParagraphs(pool: pg.Pool): Promise<void> {
  await pool.query(`create unlogged table bench_paragraphs as
    with words as (
      select i, string_agg(substr('bcdfghklmnprstvw', 1 + (i * (7 + p * 13) / (p + 1)) % 16, 1) || substr('aeiou', 1 + (i / (p * 5 + 1)) % 5, 1), '') as word
      from generate_series(1, 20000) i, generate_series(0, 2) p group by i
    )
    select paragraph, string_agg(word, ' ') as text
    from generate_series(0, 4999) paragraph, generate_series(1, 12) place
    join lateral (select word from words where i = 1 + floor(exp(random() * ln(20000)))::int - (place - place) - (paragraph - paragraph)) w on true
    group by paragraph`);
  await pool.query('create unique index on bench_paragraphs (paragraph)');
}

async function insertBatch(pool: pg.Pool, from: number, to: number, size: number, authors: number): Promise<void> {
  await pool.query(
    `insert into tales (slug, title, author, author_id, category_id, excerpt, content, content_text, words, status, publish_date, language, origin, age_band, facets)
     select 'tale-' || n, 'The ' || initcap(split_part(p.text, ' ', 1)) || ' and the ' || initcap(split_part(p.text, ' ', 2)) || ' ' || n,
       a.name, a.id, 1 + n % 9, 'Of a ${COMMON_WORD} and what was in it.', '<p>' || p.text || '</p>',
       '${COMMON_WORD} ' || p.text || case when n % greatest(1, $3::int / 20) = 0 then ' ${RARE_WORD}' else '' end,
       200 + (n * 37) % 6000, 'published', now() - n * interval '1 minute', 'en', a.origin, (array['3-5','6-8','9-12','13+'])[1 + (n / 3) % 4],
       array(select facet from unnest(array['a:' || a.id, 'c:' || (1 + n % 9), 'g:' || (array['3-5','6-8','9-12','13+'])[1 + (n / 3) % 4], 'l:en',
         'm:' || minutes_band((200 + (n * 37) % 6000 + 199) / 200), 'o:' || a.origin]) facet order by facet collate "C")
     from generate_series($1::int, $2::int) n
     join authors a on a.slug = 'teller-' || (1 + (n * 7919::bigint) % $4::int),
     lateral (select string_agg(text, ' ' order by place) as text from generate_series(0, 9) place
       join bench_paragraphs on paragraph = ((n::bigint * 2654435761 + place * 40503) % 5000)::int) p`,
    [from, to, size, authors],
  );
}

async function fillCounts(pool: pg.Pool): Promise<void> {
  await pool.query('truncate facet_cells, facet_counts');
  await pool.query('insert into facet_cells select facets, count(*) from tales group by facets');
  await pool.query(`insert into facet_counts select facet, sum(c.tales) from facet_cells c, unnest(c.facets || '*'::text) facet group by facet`);
  await pool.query(`insert into search_words select distinct word from bench_paragraphs, words_of(text || ' ${COMMON_WORD} ${RARE_WORD}') word on conflict do nothing`);
}
