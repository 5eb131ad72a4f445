-- Mails to be sent, each with a job in the queue. The bodies hold links that let someone in: they go when the mail has gone.

create table mails (
  id uuid primary key default uuidv7(),
  -- One bare address, as src/platform/mail/address.ts reads it.
  to_address text not null check (octet_length(to_address) <= 254 and to_address ~ '^[!-?A-~]+@[a-z0-9.-]+$'),
  template text not null default 'plain' check (template ~ '^[a-z0-9-]{1,40}$'),
  subject text not null check (subject ~ '^[^[:cntrl:]]{1,200}$'),
  html text,
  text text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 200),
  check (case when sent_at is null then html is not null and text is not null else html is null and text is null end)
);

create index mails_unsent on mails (id) where sent_at is null;
