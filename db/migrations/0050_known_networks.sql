-- The networks from which an account was signed in to: strangers elsewhere cannot use up the tries of its owner there. Of a network only a
-- keyed hash is stored, which is another one for each account.
create table known_networks (
  user_id uuid not null references profiles on delete cascade,
  hash text not null check (length(hash) = 43),
  used_at timestamptz not null default now(),
  primary key (user_id, hash)
);
