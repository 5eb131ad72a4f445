-- Keys with which programs work on the collection in the name of an administrator.

create table api_keys (
  id uuid primary key default uuidv7(),
  -- SHA-256 of the key, base64url: whoever reads this table can ask for nothing with it.
  hash text not null unique check (length(hash) = 43),
  person_id uuid not null references profiles on delete cascade,
  name text not null check (name is nfc normalized and length(name) between 1 and 100),
  scope text not null check (scope in ('read', 'write')),
  -- The first characters, by which people know it again.
  start text not null check (length(start) between 4 and 12),
  created_at timestamptz not null default now(),
  -- Written down every ten minutes at most.
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_person on api_keys (person_id);
