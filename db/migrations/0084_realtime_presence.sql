-- Members of realtime channels who see each other, one row for each connection and channel. Unlogged: they are gone after a restart anyway.
create unlogged table realtime_presence (
  id uuid primary key,
  channel text not null,
  user_id uuid references users on delete cascade,
  since timestamptz not null,
  seen_at timestamptz not null,
  data jsonb not null
);
create index realtime_presence_channel on realtime_presence (channel, since);
create index realtime_presence_user on realtime_presence (user_id) where user_id is not null;
create index realtime_presence_seen on realtime_presence (seen_at);

-- Editors of a tale are the members of its channel.
drop table editor_presence;

-- Tells the editors who have a tale open which version was saved. Nobody listens to the others.
create or replace function notify_saved_tales() returns trigger language plpgsql as $$
begin
  perform pg_notify('talewood_realtime', json_build_object('channel', 'tale:' || n.id, 'event', 'saved', 'data',
      json_build_object('version', n.version, 'edited_by', u.name, 'by', n.edited_by))::text)
    from new_tales n join old_tales o using (id) left join users u on u.id = n.edited_by
    where n.version > o.version and exists (select from realtime_presence p where p.channel = 'tale:' || n.id);
  return null;
end $$;
