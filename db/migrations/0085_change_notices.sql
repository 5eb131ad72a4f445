-- Tells the screens that list rows which ones have changed, never what is in them; only when somebody is in the channel, as commits that
-- notify wait for one another. Arguments: the channel, an expression for the id of the listed row, and a condition. After 20 notices in a
-- transaction they have no ids, so that Postgres merges those of a large import.
create function notify_changes() returns trigger language plpgsql as $$
declare
  ids text[];
  notices integer := coalesce(nullif(current_setting('realtime.change_notices', true), ''), '0')::integer + 1;
begin
  if not exists (select from realtime_presence where channel = 'changes:' || tg_argv[0]) then
    return null;
  end if;
  execute format('select array_agg(id) from (select distinct (%s)::text as id from changed_rows where %s limit 51) found',
    tg_argv[1], coalesce(tg_argv[2], 'true')) into ids;
  if ids is null then
    return null;
  end if;
  if notices > 20 or cardinality(ids) > 50 then
    ids := null;
  else
    perform set_config('realtime.change_notices', notices::text, true);
  end if;
  perform pg_notify('talewood_realtime',
    json_build_object('channel', 'changes:' || tg_argv[0], 'event', 'changed', 'data', json_build_object('ids', ids))::text);
  return null;
end $$;

do $$
declare
  listed record;
begin
  for listed in
    select * from (values
      ('tales', 'tales', 'id'),
      ('contact_messages', 'messages', 'id'),
      ('users', 'users', 'id'),
      ('import_uploads', 'imports', 'id'),
      ('import_runs', 'imports', 'id'),
      ('newsletter_issues', 'newsletter', 'id'),
      ('newsletter_deliveries', 'newsletter', 'issue_id'),
      ('newsletter_subscribers', 'newsletter', 'id'),
      ('media', 'media', 'id'),
      ('audit_log', 'audit-log', 'id'),
      ('submissions', 'submissions', 'id'),
      ('suggestions', 'suggestions', 'id'),
      ('webhooks', 'webhooks', 'id'),
      ('webhook_deliveries', 'webhooks', 'webhook_id')
    ) as listed (of_table, channel, id)
  loop
    execute format('create trigger %I after insert on %I referencing new table as changed_rows for each statement
      execute function notify_changes(%L, %L)', listed.of_table || '_inserted_live', listed.of_table, listed.channel, listed.id);
    execute format('create trigger %I after update on %I referencing new table as changed_rows for each statement
      execute function notify_changes(%L, %L)', listed.of_table || '_updated_live', listed.of_table, listed.channel, listed.id);
    execute format('create trigger %I after delete on %I referencing old table as changed_rows for each statement
      execute function notify_changes(%L, %L)', listed.of_table || '_deleted_live', listed.of_table, listed.channel, listed.id);
  end loop;
end $$;

-- Who is editing which tale. Heartbeats, which are updates, change nothing.
create trigger realtime_presence_inserted_live after insert on realtime_presence referencing new table as changed_rows for each statement
  execute function notify_changes('editing', 'substr(channel, 6)', 'channel like ''tale:%''');
create trigger realtime_presence_deleted_live after delete on realtime_presence referencing old table as changed_rows for each statement
  execute function notify_changes('editing', 'substr(channel, 6)', 'channel like ''tale:%''');

-- Tells the devices of an account that something was changed by another one, `by`. A deleted tale may be on the shelves of many accounts, which
-- are not told.
create function notify_accounts(ids uuid[], what text) returns void language sql as $$
  select pg_notify('talewood_realtime', json_build_object('channel', 'account:' || account, 'event', what, 'data',
      json_build_object('by', nullif(current_setting('realtime.changed_by', true), '')))::text)
    from unnest(ids) account where cardinality(ids) <= 50 and exists (select from realtime_presence where channel = 'account:' || account)
$$;

create function notify_library_changes() returns trigger language plpgsql as $$
begin
  perform notify_accounts(array(select distinct user_id from changed_rows limit 51), 'library');
  return null;
end $$;

create function notify_settings_changes() returns trigger language plpgsql as $$
begin
  perform notify_accounts(
    array(select id from new_users n join old_users o using (id)
      where (n.settings, n.name, n.role) is distinct from (o.settings, o.name, o.role) limit 51),
    'settings');
  return null;
end $$;
create trigger users_settings_live after update on users referencing old table as old_users new table as new_users for each statement
  execute function notify_settings_changes();

do $$
declare
  library_table text;
begin
  foreach library_table in array array['favorites', 'shelves', 'shelf_tales', 'reading_positions'] loop
    execute format('create trigger %I after insert on %I referencing new table as changed_rows for each statement
      execute function notify_library_changes()', library_table || '_inserted_live', library_table);
    execute format('create trigger %I after update on %I referencing new table as changed_rows for each statement
      execute function notify_library_changes()', library_table || '_updated_live', library_table);
    execute format('create trigger %I after delete on %I referencing old table as changed_rows for each statement
      execute function notify_library_changes()', library_table || '_deleted_live', library_table);
  end loop;
end $$;
