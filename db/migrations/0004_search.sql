-- Search over the whole text: weighted, accents ignored, in the tale's own language; and a list of all words, for near misspellings.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- unaccent() is only "stable", because its rules could be changed; ours are not, and indexes need "immutable".
create function plain(words text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, words));

do $$
declare
  name text;
begin
  foreach name in array array['simple', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'hungarian', 'italian',
    'norwegian', 'portuguese', 'romanian', 'russian', 'spanish', 'swedish'] loop
    execute format('create text search configuration talewood_%s (copy = %s)', name, name);
    execute format('alter text search configuration talewood_%s alter mapping for hword, hword_part, word with unaccent, %s', name,
      case when name = 'simple' then 'simple' else name || '_stem' end);
  end loop;
end $$;

create function search_config(language text) returns regconfig language sql immutable strict parallel safe
  return case split_part(language, '-', 1)
    when 'da' then 'talewood_danish'::regconfig when 'nl' then 'talewood_dutch'::regconfig
    when 'en' then 'talewood_english'::regconfig when 'fi' then 'talewood_finnish'::regconfig
    when 'fr' then 'talewood_french'::regconfig when 'de' then 'talewood_german'::regconfig
    when 'hu' then 'talewood_hungarian'::regconfig when 'it' then 'talewood_italian'::regconfig
    when 'no' then 'talewood_norwegian'::regconfig when 'nb' then 'talewood_norwegian'::regconfig
    when 'nn' then 'talewood_norwegian'::regconfig when 'pt' then 'talewood_portuguese'::regconfig
    when 'ro' then 'talewood_romanian'::regconfig when 'ru' then 'talewood_russian'::regconfig
    when 'es' then 'talewood_spanish'::regconfig when 'sv' then 'talewood_swedish'::regconfig
    else 'talewood_simple'::regconfig end;

-- Title and author weigh most, then the excerpt, then the text, of which the first 500,000 characters are searched. A tsvector
-- holds at most 1 MB, which a long text of ever new words can pass: then of its beginning only.
create function tale_search(language text, title text, author text, excerpt text, content_text text) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  config regconfig := search_config(language);
  head tsvector := setweight(to_tsvector(config, title), 'A') || setweight(to_tsvector('talewood_simple', author), 'A')
    || setweight(to_tsvector(config, excerpt), 'B');
begin
  if octet_length(content_text) < 150000 then
    return head || setweight(to_tsvector(config, content_text), 'C');
  end if;
  begin
    return head || setweight(to_tsvector(config, left(content_text, 500000)), 'C');
  exception when program_limit_exceeded then
    return head || setweight(to_tsvector(config, left(content_text, 50000)), 'C');
  end;
end $$;

alter table tales
  add column search tsvector not null generated always as (tale_search(language, title, author, excerpt, content_text)) stored,
  -- Title and author as they are written: finds a tale by the beginnings of words, and ahead of all mere mentions.
  add column title_words tsvector not null generated always as (to_tsvector('talewood_simple', title || ' ' || author)) stored;

create index tales_search on tales using gin (search) with (fastupdate = off) where status = 'published' and deleted_at is null;
create index tales_title_words on tales using gin (title_words) with (fastupdate = off) where status = 'published' and deleted_at is null;
create index tales_title_start on tales (plain(title) collate "C") where status = 'published' and deleted_at is null;
create index tales_title_key_start on tales (plain(title_key(title)) collate "C") where status = 'published' and deleted_at is null;

-- Whether so few tales are expected to hold the words that gathering all of them costs less than walking from the newest tale
-- until enough have been met: the square root is where both cost the same. The planner by itself walks a million tales for
-- a word that it has never met, because it does not know what it costs to unpack a text.
create function is_rare(words_column text, query tsquery) returns boolean language plpgsql as $$
declare
  plan json;
begin
  execute format('explain (format json) select from tales where status = ''published'' and deleted_at is null and %I @@ %L::tsquery',
    words_column, query) into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8
    < 40 * sqrt((select greatest(reltuples, 0) from pg_class where oid = 'tales'::regclass)) + 500;
end $$;

-- Authors are looked through whole while someone types; taking the accents off each name would be the most of it.
alter table authors add column plain_name text not null generated always as (plain(name)) stored;

-- The words of four letters or more of all tales, without accents; of a long tale those of its first 100,000 characters,
-- because each new one costs 60 microseconds in the index. A word is never taken out: one too many does no
-- harm, as a correction is offered only when it finds something.
create table search_words (word text primary key);
create index search_words_near on search_words using gin (word gin_trgm_ops);

create function words_of(text) returns setof text language sql immutable strict parallel safe
  begin atomic
    select distinct word from regexp_split_to_table(plain(left($1, 100000)), '[^[:alnum:]]+') word
      where length(word) between 4 and 40 order by word;
  end;

create function keep_words() returns trigger language plpgsql as $$
begin
  perform lock_counts();
  if tg_op = 'INSERT' then
    insert into search_words (word)
      select distinct word from new_tales n, words_of(concat_ws(' ', n.title, n.author, n.excerpt, n.content_text)) word
      where n.status = 'published' order by word
      on conflict do nothing;
  else
    insert into search_words (word)
      select distinct word from new_tales n join old_tales o using (id),
        words_of(concat_ws(' ', n.title, n.author, n.excerpt, n.content_text)) word
      where n.status = 'published' and (o.status <> 'published' or n.search is distinct from o.search) order by word
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger tales_words_insert after insert on tales referencing new table as new_tales
  for each statement execute function keep_words();
create trigger tales_words_update after update on tales referencing old table as old_tales new table as new_tales
  for each statement execute function keep_words();
