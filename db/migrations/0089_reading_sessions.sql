-- Running sessions of "Read together". A row is deleted when its session ends. Unlogged: a database that was lost ends them.
-- host_key, leader_key: SHA-256 of the secrets of the reader who began, and of the one who leads now.
create unlogged table reading_sessions (
  room text primary key check (room ~ '^[A-Za-z0-9_-]{22}$'),
  code text not null unique check (code ~ '^[a-z]+-[a-z]+-[a-z]+$'),
  tale_id uuid not null references tales on delete cascade,
  host_key text not null,
  leader_key text not null,
  mode text not null default 'story' check (mode in ('story', 'class')),
  position jsonb,
  guests smallint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  host_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '2 hours'
);
create index reading_sessions_tale on reading_sessions (tale_id);

-- Counts of ended sessions: how many, the most guests at once, and minutes.
alter table daily_counts drop constraint daily_counts_kind_check, add constraint daily_counts_kind_check
  check (kind in ('read', 'finish', 'download', 'search', 'empty_search', 'together', 'together_guest', 'together_minute'));
