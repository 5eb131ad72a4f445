-- What an editor has typed and not saved yet: private to the person, one a tale, and any number of tales that are not there yet.

create table tale_drafts (
  person_id uuid not null references profiles on delete cascade,
  -- Made by the page in which it is typed; means something only beside the person.
  id uuid not null,
  -- Null for a tale that was never saved; also when the tale has been deleted since: nobody's words go with it.
  tale_id uuid references tales on delete set null,
  -- The version of the tale that the changes were made to. Null for a tale that was never saved.
  base_version integer check (base_version > 0),
  title text not null check (length(title) <= 300),
  -- As typed, also what may not be saved so. Not jsonb: that refuses some characters which a paste may bring.
  fields json not null check (json_typeof(fields) = 'object' and octet_length(fields::text) <= 4500000),
  saved_at timestamptz not null,
  primary key (person_id, id)
);
create unique index tale_drafts_by_tale on tale_drafts (tale_id, person_id) where tale_id is not null;
create index tale_drafts_by_age on tale_drafts (saved_at);

-- Who has a tale open for editing: a row an open connection. Those that were not seen for 90 s have lost it.
create unlogged table presence (
  id uuid primary key,
  tale_id uuid not null references tales on delete cascade,
  person_id uuid not null references profiles on delete cascade,
  since timestamptz not null,
  seen_at timestamptz not null
);
create index presence_by_tale on presence (tale_id);
create index presence_by_person on presence (person_id);

-- Tells who has a tale open that another version of it was saved: NOTIFY talewood_presence, {"tale", "version", "by"}.
-- A change of thousands, which nobody has open, is nobody's news.
create function notify_saved_tales() returns trigger language plpgsql as $$
declare
  opened uuid[];
begin
  select array_agg(n.id) into opened from new_tales n join old_tales o using (id)
    where n.version > o.version and exists (select from presence p where p.tale_id = n.id);
  if opened is not null then
    perform pg_notify('talewood_presence', json_build_object('tale', n.id, 'version', n.version, 'by', n.edited_by)::text)
      from new_tales n where n.id = any (opened);
  end if;
  return null;
end $$;
create trigger tales_saved after update on tales referencing old table as old_tales new table as new_tales
  for each statement execute function notify_saved_tales();
