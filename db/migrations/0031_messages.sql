-- What readers write to those who run the site, and what is answered.

create table messages (
  id uuid primary key default uuidv7(),
  topic text not null check (topic in ('question', 'mistake', 'rights', 'accessibility')),
  text text not null check (length(text) between 1 and 5000),
  -- Where an answer may go; one bare address, as src/platform/mail/address.ts reads it. Null: the reader gave none.
  email text check (octet_length(email) <= 254 and email ~ '^[!-?A-~]+@[a-z0-9.-]+$'),
  -- The tale it is about, and what it was called then: the title stays when the tale goes.
  tale_id uuid references tales on delete set null,
  tale_title text check (length(tale_title) <= 300),
  status text not null default 'new' check (status in ('new', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  -- When it was answered or closed: from then on it is kept for twelve months.
  settled_at timestamptz,
  answer text check (length(answer) between 1 and 10000),
  answered_at timestamptz,
  answered_by uuid references profiles on delete set null,
  check ((status = 'new') = (settled_at is null)),
  check ((answer is null) = (answered_at is null)),
  check (answered_by is null or answer is not null),
  check (status <> 'answered' or answer is not null)
);

create index messages_by_status on messages (status, id);
create index messages_by_email on messages (lower(email)) where email is not null;
create index messages_by_tale on messages (tale_id) where tale_id is not null;
create index messages_answered_by on messages (answered_by) where answered_by is not null;

-- Where an answer to a mail shall go, when it is not who it comes from. Erased with the bodies when the mail has gone.
alter table mails add column reply_to text check (octet_length(reply_to) <= 254 and reply_to ~ '^[!-?A-~]+@[a-z0-9.-]+$');
