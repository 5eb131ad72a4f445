-- Second factors and passkeys. Written by better-auth: src/features/accounts/auth-plugins.ts names the columns.

alter table profiles add two_factor_enabled boolean not null default false;

create table second_factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references profiles on delete cascade,
  -- The key of the authenticator app, and the recovery codes that are left: both encrypted with SECRET.
  secret text not null,
  backup_codes text not null,
  -- False until a first code has shown that the app knows the key.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  name text check (length(name) <= 100),
  -- Base64url, as the authenticator gave it.
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create index passkeys_by_user on passkeys (user_id);
