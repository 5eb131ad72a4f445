-- People, their ways to sign in, and their sessions. Written by better-auth: src/features/accounts/auth.ts names the columns.

create table profiles (
  id uuid primary key default uuidv7(),
  name text not null check (name is nfc normalized and length(name) between 1 and 100),
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text check (length(image) <= 200),
  role text not null default 'user' check (role in ('user', 'admin')),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default uuidv7(),
  -- SHA-256 of what the cookie holds, base64url: whoever reads this table cannot sign in with it.
  token text not null unique check (length(token) = 43),
  user_id uuid not null references profiles on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text check (length(user_agent) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);

-- A password today; each way to sign in is a row. The columns of foreign sign-in services stay empty.
create table credentials (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_by_user on credentials (user_id);

-- Short-lived challenges (second factor, passkeys).
create table verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
