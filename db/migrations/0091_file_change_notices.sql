-- The file library, and comments on submissions, which their authors mark as done.
do $$
declare
  shown record;
begin
  for shown in
    select * from (values
      ('folders', 'files', 'id'),
      ('files', 'files', 'id'),
      ('file_links', 'files', 'file_id'),
      ('submission_comments', 'submissions', 'submission_id')
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
