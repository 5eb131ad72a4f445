-- Facets and their counts. A tale's facets are one set of short marks:
--   c:ID category or tag   a:ID author   m:N at most N minutes (5 10 15 20 30, 99 for more)
--   g:BAND age   o:ORIGIN   l:LANGUAGE
-- Published tales are counted three times, so that no count ever reads the tales:
--   facet_counts  by one mark and in all ('*'), for everyone (author_id 0) and for each author: no filter, or one
--   facet_cells   by the whole set of marks without the author: several filters; grows with the different sets
--   author_cells  by that set and the author: several filters and an author
-- All count tales with status published, whatever their date: readers subtract the few scheduled ones.

create function minutes_band(minutes integer) returns integer language sql immutable strict parallel safe
  return case when minutes <= 5 then 5 when minutes <= 10 then 10 when minutes <= 15 then 15
    when minutes <= 20 then 20 when minutes <= 30 then 30 else 99 end;

create function tale_facets() returns trigger language plpgsql as $$
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
  return new;
end $$;
create trigger tales_facets before insert or update on tales for each row execute function tale_facets();

create function retag_tales() returns trigger language plpgsql as $$
begin
  update tales set updated_at = updated_at where id in (select tale_id from changed_tags);
  return null;
end $$;
create trigger tale_categories_added after insert on tale_categories referencing new table as changed_tags
  for each statement execute function retag_tales();
create trigger tale_categories_removed after delete on tale_categories referencing old table as changed_tags
  for each statement execute function retag_tales();

create function rename_author() returns trigger language plpgsql as $$
begin
  update tales set updated_at = now() where author_id = new.id;
  return null;
end $$;
create trigger authors_renamed after update of name on authors for each row
  when (old.name is distinct from new.name) execute function rename_author();

create table facet_counts (
  author_id integer not null,
  facet text not null,
  tales integer not null check (tales > 0),
  primary key (author_id, facet)
);
-- The authors with the most tales of a mark, without looking at the others.
create index facet_counts_by_tales on facet_counts (facet, tales desc, author_id) where author_id > 0;

create table facet_cells (
  facets text[] primary key,
  tales integer not null check (tales > 0)
);
create index facet_cells_by_facet on facet_cells using gin (facets);

create table author_cells (
  author_id integer not null,
  facets text[] not null,
  tales integer not null check (tales > 0),
  primary key (author_id, facets)
);
create index author_cells_by_facet on author_cells using gin (facets);

-- Whoever changes what readers can find takes this first and keeps it to the end of the transaction: several writers would
-- otherwise take the rows of counts and words in different orders and deadlock.
create function lock_counts() returns void language sql as
  $$ select pg_advisory_xact_lock(7412002) $$;

-- A change is a list of { author, facets (without the author's mark), n }.
create function add_to_counts(changes jsonb) returns void language plpgsql as $$
begin
  perform lock_counts();
  merge into facet_cells kept using (
    select facets, sum(n) n from jsonb_to_recordset(changes) c (facets text[], n integer) group by facets having sum(n) <> 0
  ) change on kept.facets = change.facets
    when matched and kept.tales + change.n = 0 then delete
    when matched then update set tales = kept.tales + change.n
    when not matched then insert values (change.facets, change.n);
  merge into author_cells kept using (
    select author, facets, sum(n) n from jsonb_to_recordset(changes) c (author integer, facets text[], n integer)
    group by author, facets having sum(n) <> 0
  ) change on kept.author_id = change.author and kept.facets = change.facets
    when matched and kept.tales + change.n = 0 then delete
    when matched then update set tales = kept.tales + change.n
    when not matched then insert values (change.author, change.facets, change.n);
  merge into facet_counts kept using (
    select counted, facet, sum(n) n from jsonb_to_recordset(changes) c (author integer, facets text[], n integer),
      unnest(facets || '*'::text) facet, unnest(array[0, author]) counted
    group by counted, facet having sum(n) <> 0
  ) change on kept.author_id = change.counted and kept.facet = change.facet
    when matched and kept.tales + change.n = 0 then delete
    when matched then update set tales = kept.tales + change.n
    when not matched then insert values (change.counted, change.facet, change.n);
end $$;

create function count_tales() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', n)) into changes from
      (select author_id, facets, count(*) n from new_tales where status = 'published' and deleted_at is null group by author_id, facets) d;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', -n)) into changes from
      (select author_id, facets, count(*) n from old_tales where status = 'published' and deleted_at is null group by author_id, facets) d;
  else
    select jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', n)) into changes from
      (select author_id, facets, sum(n) n from (
        select author_id, facets, 1 n from new_tales where status = 'published' and deleted_at is null
        union all
        select author_id, facets, -1 from old_tales where status = 'published' and deleted_at is null) both_sides
       group by author_id, facets having sum(n) <> 0) d;
  end if;
  if changes is not null then
    perform add_to_counts(changes);
  end if;
  return null;
end $$;
create trigger tales_counted_insert after insert on tales referencing new table as new_tales
  for each statement execute function count_tales();
create trigger tales_counted_update after update on tales referencing old table as old_tales new table as new_tales
  for each statement execute function count_tales();
create trigger tales_counted_delete after delete on tales referencing old table as old_tales
  for each statement execute function count_tales();
