-- Tonight's tale, and tales of one kind.

-- The tale of a night: chosen once, by rules or by an editor, and then the same for everyone. A night begins at five in the morning of
-- its day, by the clocks of the place that the weekly letter goes by.
create table nightly_tales (
  night date primary key,
  tale_id uuid not null references tales on delete cascade,
  -- By an editor; rules then leave it alone.
  is_by_hand boolean not null default false,
  chosen_at timestamptz not null default now()
);
create index nightly_tales_tale on nightly_tales (tale_id);

create function notify_nights() returns trigger language plpgsql as $$
begin
  perform pg_notify('talewood_cache', '["tonight"]');
  return null;
end $$;
create trigger nightly_tales_noticed after insert or update or delete on nightly_tales for each statement execute function notify_nights();

-- The number of a tale type, as 510 of ATU 510B: its neighbours in the index of types are tales of the same kind.
create function tale_type_number(tale_type text) returns integer language sql immutable strict parallel safe
  return substring(tale_type from '^(?:ATU|AaTh|AT) ?0*([0-9]{1,4})')::integer;
create index tales_by_type_number on tales (tale_type_number(tale_type), publish_date desc, id desc)
  where status = 'published' and deleted_at is null and tale_type <> '';
