-- For those who work on the collection: who saved a tale last, by what right it is shown, lists of all tales in every order, and
-- saving that costs little however long a tale is.

alter table tales
  -- Null for imports, and when the account is gone.
  add column edited_by uuid references profiles on delete set null,
  add column rights text not null default '' check (length(rights) <= 500),
  -- The publish date was set by hand, or by the first publication. Until then the date is that of the creation and means nothing.
  add column is_dated boolean not null default true;
alter table tales alter column is_dated set default false;

create index tales_by_editor on tales (edited_by) where edited_by is not null;

-- One for each order of the list, and for each filter that few tales may pass. The last two also serve foreign keys.
drop index tales_created;
create index tales_by_change on tales (updated_at, id) where deleted_at is null;
create index tales_by_date on tales (publish_date, id) where deleted_at is null;
create index tales_by_plain_title on tales (plain(title_key(title)) collate "C", id) where deleted_at is null;
create index tales_by_author_name on tales (plain(author) collate "C", id) where deleted_at is null;
create index tales_by_language on tales (language, id) where deleted_at is null;
create index tales_by_origin on tales (origin) where deleted_at is null;
create index tales_by_type on tales (tale_type) where deleted_at is null;
-- Titles and authors alone, for parts of words too short for the index of trigrams.
create index tales_lines on tales (id) include (search_text) where deleted_at is null;
create index tales_drafts on tales (id) where status = 'draft' and deleted_at is null;
create index tales_in_bin on tales (deleted_at, id) where deleted_at is not null;
create index tales_by_any_author on tales (author_id, id);
create index tales_by_any_category on tales (category_id, id);

-- What is searched is made anew only with what it is made from. A generated column would be made at every update, because a trigger
-- before the update could change anything.
alter table tales alter column search drop expression;
alter table tales alter column search set default '';

create or replace function tale_facets() returns trigger language plpgsql as $$
declare
  minutes integer := case when new.read_time > 0 then new.read_time when new.words > 0 then (new.words + 199) / 200 else 10 end;
begin
  -- Locked, so that a name that is being changed just now is waited for: its trigger cannot see this tale yet.
  select name into strict new.author from authors where id = new.author_id for key share;
  new.facets := array(
    select facet from unnest(
      array['c:' || new.category_id, 'a:' || new.author_id, 'm:' || minutes_band(minutes), 'l:' || new.language]
      || array(select 'c:' || category_id from tale_categories where tale_id = new.id and category_id <> new.category_id)
      || case when new.age_band = '' then '{}'::text[] else array['g:' || new.age_band] end
      || case when new.origin = '' then '{}'::text[] else array['o:' || new.origin] end) facet
    order by facet collate "C");
  if tg_op = 'UPDATE' then
    if (new.language, new.title, new.author, new.excerpt) is not distinct from (old.language, old.title, old.author, old.excerpt)
      and new.content_text is not distinct from old.content_text then
      new.search := old.search;
      return new;
    end if;
  end if;
  new.search := tale_search(new.language, new.title, new.author, new.excerpt, new.content_text);
  return new;
end $$;

-- A long tale has a thousand different words. They are put down at the end of the indexes first, and into their places afterwards, by
-- tidy_search(), while nobody waits; what lies at the end is searched too, so there must not be too much of it. The list of all words,
-- which is for misspellings alone, is also made there.
alter index tales_search set (fastupdate = on, gin_pending_list_limit = 2048);
alter index tales_title_words set (fastupdate = on, gin_pending_list_limit = 256);

-- Tales whose words are to be looked through. One may be here more than once: who saves must not wait for who looks through.
create table words_due (
  id bigint generated always as identity primary key,
  tale_id uuid not null
);

create or replace function keep_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into words_due (tale_id) select id from new_tales where status = 'published';
  else
    insert into words_due (tale_id) select n.id from new_tales n join old_tales o using (id)
      where n.status = 'published' and (o.status <> 'published' or n.content_text is distinct from o.content_text
        or (n.title, n.author, n.excerpt) is distinct from (o.title, o.author, o.excerpt));
  end if;
  return null;
end $$;

-- Looks through at most fifty tales, and returns how many there were. As the owner of the indexes: the role that serves requests may
-- not tidy them. Each word is looked up by itself: as a join all words of all tales would be read.
create function tidy_search() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due uuid[];
begin
  with taken as (
    delete from words_due where id in (select id from words_due order by id limit 50 for update skip locked) returning tale_id
  ) select coalesce(array_agg(distinct tale_id), '{}') into due from taken;
  insert into search_words (word)
    select distinct w.word from tales t, words_of(concat_ws(' ', t.title, t.author, t.excerpt, t.content_text)) as w (word)
    where t.id = any(due) and (select known.word from search_words known where known.word = w.word) is null order by w.word
    on conflict do nothing;
  perform gin_clean_pending_list('tales_search'), gin_clean_pending_list('tales_title_words'),
    gin_clean_pending_list('tales_search_text'), gin_clean_pending_list('tales_by_facet');
  return cardinality(due);
end $$;

-- Few changes are looked up in the counts; to read all counts instead is never faster.
alter function add_to_counts(jsonb) set enable_hashjoin = off;
alter function add_to_counts(jsonb) set enable_mergejoin = off;

-- A tag may come before its tale, which then is written once; and who changes the tags of a tale that is written right after says so.
alter table tale_categories alter constraint tale_categories_tale_id_fkey deferrable initially deferred;

create or replace function retag_tales() returns trigger language plpgsql as $$
begin
  if current_setting('talewood.tale_follows', true) = 'yes' then
    perform set_config('talewood.tale_follows', '', true);
    return null;
  end if;
  update tales set updated_at = updated_at where id in (select tale_id from changed_tags);
  return null;
end $$;

-- What readers see neither before nor after makes no page old.
create or replace function notify_tales() returns trigger language plpgsql as $$
declare
  tags jsonb;
begin
  if tg_op = 'DELETE' then
    select jsonb_agg(distinct tag) into tags from
      (select unnest(array['list', 'tale:' || t.id, 'category:' || c.slug]) tag from old_tales t join categories c on c.id = t.category_id
       where t.status = 'published' limit 300) t;
  elsif tg_op = 'INSERT' then
    select jsonb_agg(distinct tag) into tags from
      (select unnest(array['list', 'tale:' || t.id, 'category:' || c.slug]) tag from new_tales t join categories c on c.id = t.category_id
       where t.status = 'published' limit 300) t;
  else
    select jsonb_agg(distinct tag) into tags from
      (select unnest(array['list', 'tale:' || n.id, 'category:' || nc.slug, 'category:' || oc.slug]) tag
       from new_tales n join old_tales o using (id)
         join categories nc on nc.id = n.category_id join categories oc on oc.id = o.category_id
       where 'published' in (n.status, o.status) limit 300) t;
  end if;
  if tags is not null then
    -- A notice holds at most 8,000 bytes; a change of many tales makes everything old anyway.
    perform pg_notify('talewood_cache', case when jsonb_array_length(tags) > 100 then '["all"]' else tags::text end);
  end if;
  return null;
end $$;

-- An address that is left without its tale went with a tale, whose own notice says enough.
drop trigger tale_slugs_noticed on tale_slugs;
create trigger tale_slugs_noticed after delete on tale_slugs for each statement execute function notify_all();

-- The answer to a long tale that was written is given again to who sends it again.
alter table idempotency_keys drop constraint idempotency_keys_body_check;
alter table idempotency_keys add check (octet_length(body) <= 4500000);
