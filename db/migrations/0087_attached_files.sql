-- Files of the library that are attached to tales and collections. Their folder decides who sees them.
create table tale_files (
  tale_id uuid not null references tales on delete cascade,
  file_id uuid not null references files on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('worksheet', 'colouring-page', 'recording', 'other')),
  -- Empty: the name of the file.
  label text not null default '' check (length(label) <= 200),
  description text not null default '' check (length(description) <= 500),
  primary key (tale_id, file_id)
);
create index tale_files_by_file on tale_files (file_id);

create table collection_files (
  collection_id integer not null references collections on delete cascade,
  file_id uuid not null references files on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('worksheet', 'colouring-page', 'recording', 'other')),
  label text not null default '' check (length(label) <= 200),
  description text not null default '' check (length(description) <= 500),
  primary key (collection_id, file_id)
);
create index collection_files_by_file on collection_files (file_id);

-- What shows a tale must change with its files: pages, feeds, books and saved copies follow updated_at.
create function notify_tale_files() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('talewood.rewrites_tales', true), '') <> 'on' then
    update tales set updated_at = now() where id in (select tale_id from changed_files);
  end if;
  -- A file may have been removed because it must not be seen, so no old page may show it.
  if tg_op = 'DELETE' and exists (select from changed_files) then
    perform pg_notify('talewood_cache', (select jsonb_agg(distinct 'tale:' || tale_id) || to_jsonb(array['list', withdrawal_tag()])
      from (select tale_id from changed_files limit 100) c)::text);
  end if;
  return null;
end $$;
create trigger tale_files_noticed_insert after insert on tale_files referencing new table as changed_files
  for each statement execute function notify_tale_files();
create trigger tale_files_noticed_update after update on tale_files referencing new table as changed_files
  for each statement execute function notify_tale_files();
create trigger tale_files_noticed_delete after delete on tale_files referencing old table as changed_files
  for each statement execute function notify_tale_files();

create function notify_collection_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('talewood_cache', jsonb_build_array('all', withdrawal_tag())::text);
  else
    perform pg_notify('talewood_cache', '["all"]');
  end if;
  return null;
end $$;
create trigger collection_files_noticed after insert or update or delete on collection_files
  for each statement execute function notify_collection_files();

-- Renews what shows these files. Access may have become stricter, so old pages are not served on.
create function notify_attached(changed uuid[]) returns void language plpgsql as $$
begin
  update tales set updated_at = now() where id in (select tale_id from tale_files where file_id = any(changed));
  if found or exists (select from collection_files where file_id = any(changed)) then
    perform pg_notify('talewood_cache', jsonb_build_array('all', withdrawal_tag())::text);
  end if;
end $$;

create function notify_files() returns trigger language plpgsql as $$
begin
  perform notify_attached(array[new.id]);
  return null;
end $$;
create trigger files_noticed after update on files for each row
  when ((old.name, old.folder_id, old.content_id, old.content_version) is distinct from (new.name, new.folder_id, new.content_id, new.content_version))
  execute function notify_files();

create function notify_folders() returns trigger language plpgsql as $$
begin
  perform notify_attached(array(
    with recursive tree as (select new.id as id union select f.id from tree join folders f on f.parent_id = tree.id)
    select f.id from files f join tree on tree.id = f.folder_id));
  return null;
end $$;
create trigger folders_noticed after update on folders for each row
  when ((old.access, old.parent_id) is distinct from (new.access, new.parent_id)) execute function notify_folders();
