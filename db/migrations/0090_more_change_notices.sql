-- Pending invitations, and the records of forms that follow what others save.
do $$
declare
  shown record;
begin
  for shown in
    select * from (values
      ('invitations', 'users', 'id'),
      ('newsletter_schedule', 'newsletter', 'is_singleton'),
      ('site_settings', 'settings', 'is_singleton'),
      ('authors', 'authors', 'id'),
      ('categories', 'categories', 'id'),
      ('collections', 'collections', 'id'),
      ('page_versions', 'pages', 'name')
    ) as shown (of_table, channel, id)
  loop
    execute format('create trigger %I after insert on %I referencing new table as changed_rows for each statement
      execute function notify_changes(%L, %L)', shown.of_table || '_inserted_live', shown.of_table, shown.channel, shown.id);
    execute format('create trigger %I after update on %I referencing new table as changed_rows for each statement
      execute function notify_changes(%L, %L)', shown.of_table || '_updated_live', shown.of_table, shown.channel, shown.id);
    execute format('create trigger %I after delete on %I referencing old table as changed_rows for each statement
      execute function notify_changes(%L, %L)', shown.of_table || '_deleted_live', shown.of_table, shown.channel, shown.id);
  end loop;
end $$;
