-- What becomes of a tale in time: its former versions, the moment it is published, and links to see it before.

-- A tale as it stood before a change, 200 of each; the present version is in tales alone. `fields` is what an editor writes,
-- as the API names it.
create table tale_revisions (
  tale_id uuid not null references tales on delete cascade,
  version integer not null,
  -- When and by whom this version was written.
  saved_at timestamptz not null,
  edited_by uuid references profiles on delete set null,
  -- These are in the fields too: a list should not have to unpack whole tales.
  title text not null,
  status text not null,
  words integer not null,
  fields jsonb not null,
  primary key (tale_id, version)
);
create index tale_revisions_by_editor on tale_revisions (edited_by) where edited_by is not null;

-- Since when readers see it; null while they do not. For what is public already: since this change, without a rewrite of the table.
alter table tales add column went_public_at timestamptz default now();
alter table tales alter column went_public_at drop default;
alter table tales disable trigger user;
update tales set went_public_at = null where status <> 'published' or deleted_at is not null or publish_date > now();
alter table tales enable trigger user;

-- A date that comes by itself is marked by the job `publish-tale`, once; one that is past already goes public as it is written.
create function mark_public() returns trigger language plpgsql as $$
begin
  if new.status <> 'published' or new.deleted_at is not null or new.publish_date > now() then
    new.went_public_at := null;
  elsif new.went_public_at is null then
    new.went_public_at := now();
  end if;
  return new;
end $$;
create trigger tales_public_insert before insert on tales for each row execute function mark_public();
create trigger tales_public_update before update on tales for each row
  when ((old.status, old.publish_date, old.deleted_at) is distinct from (new.status, new.publish_date, new.deleted_at))
  execute function mark_public();

-- Whoever writes a date to come, the job is there with it. One job a tale: another date takes the place of the one before.
create function schedule_tale() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('publish-tale', json_build_object('id', new.id), run_at := new.publish_date, job_key := 'publish:' || new.id);
  return null;
end $$;
create trigger tales_schedule_insert after insert on tales for each row
  when (new.status = 'published' and new.deleted_at is null and new.publish_date > now())
  execute function schedule_tale();
create trigger tales_schedule_update after update on tales for each row
  when (new.status = 'published' and new.deleted_at is null and new.publish_date > now()
    and (old.status, old.publish_date, old.deleted_at) is distinct from (new.status, new.publish_date, new.deleted_at))
  execute function schedule_tale();

-- Tales that wait already. A new database has none, and no queue yet.
do $$
begin
  if to_regnamespace('graphile_worker') is not null then
    perform graphile_worker.add_job('publish-tale', json_build_object('id', id), run_at := publish_date, job_key := 'publish:' || id)
      from tales where status = 'published' and deleted_at is null and publish_date > now();
  end if;
end $$;

-- Links that show a tale that is not public. Only the SHA-256 of their token is kept: who reads this table can use none.
create table tale_previews (
  id uuid primary key default uuidv7(),
  tale_id uuid not null references tales on delete cascade,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  made_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days'
);
create index tale_previews_tale on tale_previews (tale_id);
create index tale_previews_by_maker on tale_previews (made_by) where made_by is not null;
create index tale_previews_by_end on tale_previews (expires_at);
