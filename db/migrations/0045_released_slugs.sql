-- The slug of a tale that was never public is released when the tale gets another one. No cached page knows it, so none becomes stale;
-- only a slug whose tale has been deleted still empties the cache when it is removed.
create function notify_removed_slugs() returns trigger language plpgsql as $$
begin
  if exists (select from removed where tale_id is null) then
    perform pg_notify('talewood_cache', '["all"]');
  end if;
  return null;
end $$;
drop trigger tale_slugs_noticed on tale_slugs;
create trigger tale_slugs_noticed after delete on tale_slugs referencing old table as removed for each statement
  execute function notify_removed_slugs();
