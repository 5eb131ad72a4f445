-- How often something was tried lately: by whom is not told, the key is a SHA-256. Rows are removed some time after their end.
create table limit_counters (
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  -- One more than is allowed stands for every try that was refused.
  taken integer not null check (taken >= 0),
  ends_at timestamptz not null
);
create index limit_counters_by_end on limit_counters (ends_at);
