-- Cached pages are served on while the database is away, but never what was withdrawn: unpublished or deleted. Notices of such a write carry
-- "withdrawn:N" beside their tags. N counts withdrawals, so that a process that missed notices knows whether one was among them.

-- Owned by a table, so that a restore removes it with the tables.
create sequence cache_withdrawals as bigint owned by tales.id;

create function withdrawal_tag() returns text language sql as $$
  select 'withdrawn:' || nextval('cache_withdrawals');
$$;

create or replace function notify_tales() returns trigger language plpgsql as $$
declare
  tags jsonb;
  withdrawn boolean := false;
begin
  if tg_op = 'DELETE' then
    select jsonb_agg(distinct tag) into tags from
      (select unnest(array['list', 'tale:' || t.id, 'category:' || c.slug]) tag from old_tales t join categories c on c.id = t.category_id
       where t.status = 'published' limit 300) t;
    withdrawn := exists (select from old_tales where status = 'published' and deleted_at is null and publish_date <= now());
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
    withdrawn := exists (
      select from new_tales n join old_tales o using (id)
      where o.status = 'published' and o.deleted_at is null and o.publish_date <= now()
        and (n.status <> 'published' or n.deleted_at is not null or n.publish_date > now()));
  end if;
  if tags is not null then
    -- A notice holds at most 8,000 bytes; a change of many tales makes everything old anyway.
    if jsonb_array_length(tags) > 100 then
      tags := '["all"]';
    end if;
    perform pg_notify('talewood_cache', (case when withdrawn then tags || to_jsonb(withdrawal_tag()) else tags end)::text);
  end if;
  return null;
end $$;

create or replace function notify_all() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('authors', 'categories', 'collections') then
    perform pg_notify('talewood_cache', jsonb_build_array('all', withdrawal_tag())::text);
  else
    perform pg_notify('talewood_cache', '["all"]');
  end if;
  return null;
end $$;
