-- Rendered pages are stored on disk and survive restarts. These tables tell a process which of them changes have outdated while it did not
-- listen. Unlogged: a crash or a restore of the database empties them, and then no stored page counts as current.

-- One row, inserted by the first process that listens: pages stored with another one are ignored.
create unlogged table cache_identity (
  is_singleton boolean primary key default true check (is_singleton),
  id uuid not null default gen_random_uuid()
);

-- The notifications of the last days. A page shows a change if the transaction ended before its render began.
create unlogged table cache_changes (
  tags text[] not null,
  transaction xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);
create index cache_changes_by_time on cache_changes (at);

-- Tells every process, and those that start later, which cached pages a write outdates.
create function notify_cache(tags jsonb) returns void language plpgsql as $$
begin
  insert into cache_changes (tags) values (array(select jsonb_array_elements_text(notify_cache.tags)));
  perform pg_notify('talewood_cache', tags::text);
end $$;

-- Returns the identity. A scheduled tale that became public while no process ran is a change that nobody has recorded yet.
create function open_cache_changes() returns uuid language plpgsql as $$
begin
  insert into cache_identity default values on conflict do nothing;
  insert into cache_changes (tags) select '{all}' where exists (
    select from tales where status = 'published' and deleted_at is null and first_published_at is null
      and publish_date between now() - interval '2 days' and now());
  return (select id from cache_identity);
end $$;

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
    -- A notification holds at most 8,000 bytes; a change of many tales outdates everything anyway.
    if jsonb_array_length(tags) > 100 then
      tags := '["all"]';
    end if;
    perform notify_cache(case when withdrawn then tags || to_jsonb(withdrawal_tag()) else tags end);
  end if;
  return null;
end $$;

create or replace function notify_all() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('authors', 'categories', 'collections') then
    perform notify_cache(jsonb_build_array('all', withdrawal_tag()));
  else
    perform notify_cache('["all"]');
  end if;
  return null;
end $$;

create or replace function notify_pages() returns trigger language plpgsql as $$
begin
  perform notify_cache((select jsonb_agg(distinct 'page:' || name) from changed_pages)) where exists (select from changed_pages);
  return null;
end $$;

create or replace function notify_daily_tales() returns trigger language plpgsql as $$
begin
  perform notify_cache('["tonight"]');
  return null;
end $$;

create or replace function notify_removed_slugs() returns trigger language plpgsql as $$
begin
  if exists (select from removed where tale_id is null) then
    perform notify_cache('["all"]');
  end if;
  return null;
end $$;

create or replace function notify_tale_files() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('talewood.rewrites_tales', true), '') <> 'on' then
    update tales set updated_at = now() where id in (select tale_id from changed_files);
  end if;
  -- A file may have been removed because it must not be seen, so no old page may show it.
  if tg_op = 'DELETE' and exists (select from changed_files) then
    perform notify_cache((select jsonb_agg(distinct 'tale:' || tale_id) || to_jsonb(array['list', withdrawal_tag()])
      from (select tale_id from changed_files limit 100) c));
  end if;
  return null;
end $$;

create or replace function notify_collection_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_cache(jsonb_build_array('all', withdrawal_tag()));
  else
    perform notify_cache('["all"]');
  end if;
  return null;
end $$;

create or replace function notify_attached(changed uuid[]) returns void language plpgsql as $$
begin
  update tales set updated_at = now() where id in (select tale_id from tale_files where file_id = any(changed));
  if found or exists (select from collection_files where file_id = any(changed)) then
    perform notify_cache(jsonb_build_array('all', withdrawal_tag()));
  end if;
end $$;
