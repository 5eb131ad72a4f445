-- Tokens of links in mails. Only their SHA-256 is kept: who reads this table can use none of them.
create table one_time_tokens (
  -- The id of the user. One token a purpose: a newer one takes the place of the older.
  subject text not null check (length(subject) between 1 and 100),
  purpose text not null check (purpose in ('verify', 'reset', 'change_email', 'sign_in')),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  -- In its canonical form. Of change_email the new address.
  email text not null check (length(email) between 1 and 320),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (subject, purpose)
);
create index one_time_tokens_by_end on one_time_tokens (expires_at);
