-- Counts of tales that have two facets: a list with one filter reads its counts here instead of adding up thousands of sets of facets.
-- Triggers on facet_set_counts keep them, so that writes of the previous release count as well, and those that wait for this migration.
create table facet_pair_counts (
  facet text not null,
  other_facet text not null,
  tales integer not null check (tales > 0),
  primary key (facet, other_facet)
) with (fillfactor = 50);

create function update_facet_pair_counts() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('facets', facets, 'n', tales)) into changes from new_sets;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('facets', facets, 'n', -tales)) into changes from old_sets;
  else
    select jsonb_agg(jsonb_build_object('facets', facets, 'n', n.tales - o.tales)) into changes
      from new_sets n join old_sets o using (facets) where n.tales <> o.tales;
  end if;
  if changes is not null then
    merge into facet_pair_counts stored using (
      select facet, other_facet, sum(n) n
      from jsonb_to_recordset(changes) c (facets text[], n integer), unnest(facets) facet, unnest(facets) other_facet
      where left(facet, 2) <> left(other_facet, 2)
      group by facet, other_facet having sum(n) <> 0
    ) change on stored.facet = change.facet and stored.other_facet = change.other_facet
      when matched and stored.tales + change.n = 0 then delete
      when matched then update set tales = stored.tales + change.n
      when not matched then insert values (change.facet, change.other_facet, change.n);
  end if;
  return null;
end $$;

-- Each waits for the writes that have begun, and keeps others waiting until the counts are complete.
create trigger facet_set_counts_inserted after insert on facet_set_counts referencing new table as new_sets
  for each statement execute function update_facet_pair_counts();
create trigger facet_set_counts_updated after update on facet_set_counts referencing old table as old_sets new table as new_sets
  for each statement execute function update_facet_pair_counts();
create trigger facet_set_counts_deleted after delete on facet_set_counts referencing old table as old_sets
  for each statement execute function update_facet_pair_counts();

insert into facet_pair_counts
select facet, other_facet, sum(tales)
from facet_set_counts, unnest(facets) facet, unnest(facets) other_facet
where left(facet, 2) <> left(other_facet, 2)
group by facet, other_facet;

create or replace function analyze_tales() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze tales, tale_slugs, tale_categories, tale_credits, authors, facet_counts, facet_set_counts, facet_pair_counts, author_facet_set_counts,
    imported_books, imported_tales;
end $$;
