-- Facets and their counts. A tale's facets are one set of short marks:
--   c:ID category or tag   a:ID author   m:N at most N minutes (5 10 15 20 30, 99 for more)
--   g:BAND age   o:ORIGIN   l:LANGUAGE
-- facet_cells counts published tales by their whole set: a filter sums the cells that contain it, so the work
-- grows with the number of different sets, not with the number of tales. facet_counts holds single facets and
-- the total ('*'), read by category tabs, home and the author pages.
-- Both count tales with status published, whatever their date: readers subtract the few scheduled ones.

create function minutes_band(minutes integer) returns integer language sql immutable strict parallel safe
  return case when minutes <= 5 then 5 when minutes <= 10 then 10 when minutes <= 15 then 15
    when minutes <= 20 then 20 when minutes <= 30 then 30 else 99 end;

create function tale_facets() returns trigger language plpgsql as $$
declare
  minutes integer := case when new.read_time > 0 then new.read_time when new.words > 0 then (new.words + 199) / 200 else 10 end;
begin
  select name into strict new.author from authors where id = new.author_id;
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

create table facet_cells (
  facets text[] primary key,
  tales integer not null check (tales >= 0)
);
create index facet_cells_by_facet on facet_cells using gin (facets);

create table facet_counts (
  facet text primary key,
  tales integer not null check (tales >= 0)
);

-- Whoever changes what readers can find takes this first and keeps it to the end of the transaction: several writers would
-- otherwise take the rows of counts and words in different orders and deadlock.
create function lock_counts() returns void language sql as
  $$ select pg_advisory_xact_lock(7412002) $$;

create function add_to_counts(delta jsonb) returns void language plpgsql as $$
begin
  perform lock_counts();
  insert into facet_cells as cell (facets, tales)
    select array(select jsonb_array_elements_text(d -> 'facets')), 0 from jsonb_array_elements(delta) d
    order by d -> 'facets' on conflict do nothing;
  update facet_cells cell set tales = cell.tales + change.n
    from (select array(select jsonb_array_elements_text(d -> 'facets')) facets, (d ->> 'n')::integer n
      from jsonb_array_elements(delta) d) change
    where cell.facets = change.facets;
  insert into facet_counts (facet, tales)
    select distinct facet, 0 from jsonb_array_elements(delta) d,
      lateral (select jsonb_array_elements_text(d -> 'facets') facet union all select '*') f
    order by facet on conflict do nothing;
  update facet_counts c set tales = c.tales + change.n
    from (select facet, sum((d ->> 'n')::integer) n from jsonb_array_elements(delta) d,
      lateral (select jsonb_array_elements_text(d -> 'facets') facet union all select '*') f group by facet) change
    where c.facet = change.facet and change.n <> 0;
  delete from facet_cells where tales = 0 and facets in
    (select array(select jsonb_array_elements_text(d -> 'facets')) from jsonb_array_elements(delta) d);
end $$;

create function count_tales() returns trigger language plpgsql as $$
declare
  delta jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('facets', facets, 'n', n)) into delta from
      (select facets, count(*) n from new_tales where status = 'published' and deleted_at is null group by facets) d;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('facets', facets, 'n', -n)) into delta from
      (select facets, count(*) n from old_tales where status = 'published' and deleted_at is null group by facets) d;
  else
    select jsonb_agg(jsonb_build_object('facets', facets, 'n', n)) into delta from
      (select facets, sum(n) n from (
        select facets, 1 n from new_tales where status = 'published' and deleted_at is null
        union all
        select facets, -1 from old_tales where status = 'published' and deleted_at is null) both_sides
       group by facets having sum(n) <> 0) d;
  end if;
  if delta is not null then
    perform add_to_counts(delta);
  end if;
  return null;
end $$;
create trigger tales_counted_insert after insert on tales referencing new table as new_tales
  for each statement execute function count_tales();
create trigger tales_counted_update after update on tales referencing old table as old_tales new table as new_tales
  for each statement execute function count_tales();
create trigger tales_counted_delete after delete on tales referencing old table as old_tales
  for each statement execute function count_tales();
