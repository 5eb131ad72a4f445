-- Each write tells every process which cached pages it makes old: NOTIFY talewood_cache, a JSON list of tags.
-- Tale pages carry tale:ID and category:SLUG (for their neighbours), lists carry "list"; "all" empties the cache.

create function notify_tales() returns trigger language plpgsql as $$
declare
  tags jsonb;
begin
  if tg_op = 'DELETE' then
    select jsonb_agg(distinct tag) into tags from
      (select unnest(array['list', 'tale:' || t.id, 'category:' || c.slug]) tag from old_tales t join categories c on c.id = t.category_id limit 300) t;
  elsif tg_op = 'INSERT' then
    select jsonb_agg(distinct tag) into tags from
      (select unnest(array['list', 'tale:' || t.id, 'category:' || c.slug]) tag from new_tales t join categories c on c.id = t.category_id limit 300) t;
  else
    select jsonb_agg(distinct tag) into tags from
      (select unnest(array['list', 'tale:' || n.id, 'category:' || nc.slug, 'category:' || oc.slug]) tag
       from new_tales n join old_tales o using (id)
         join categories nc on nc.id = n.category_id join categories oc on oc.id = o.category_id limit 300) t;
  end if;
  if tags is not null then
    -- A notice holds at most 8,000 bytes; a change of many tales makes everything old anyway.
    perform pg_notify('talewood_cache', case when jsonb_array_length(tags) > 100 then '["all"]' else tags::text end);
  end if;
  return null;
end $$;
create trigger tales_noticed_insert after insert on tales referencing new table as new_tales
  for each statement execute function notify_tales();
create trigger tales_noticed_update after update on tales referencing old table as old_tales new table as new_tales
  for each statement execute function notify_tales();
create trigger tales_noticed_delete after delete on tales referencing old table as old_tales
  for each statement execute function notify_tales();

create function notify_all() returns trigger language plpgsql as $$
begin
  perform pg_notify('talewood_cache', '["all"]');
  return null;
end $$;
create trigger authors_noticed after insert or update or delete on authors for each statement execute function notify_all();
create trigger categories_noticed after insert or update or delete on categories for each statement execute function notify_all();
create trigger collections_noticed after insert or update or delete on collections for each statement execute function notify_all();
create trigger collection_tales_noticed after insert or update or delete on collection_tales for each statement execute function notify_all();
create trigger tale_slugs_noticed after update or delete on tale_slugs for each statement execute function notify_all();
