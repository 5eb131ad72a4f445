-- The weekly letter: who gets it, what it says, and to whom it has gone.

-- What a link in a letter opens: the settings of one subscriber, and nothing else. It has to be the same in every letter for years, so it is
-- kept as it is.
alter table newsletter_subscribers
  add column key text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (length(key) = 64),
  -- How often: every letter, or the first of a month.
  add column frequency text not null default 'weekly' check (frequency in ('weekly', 'monthly'));

create index newsletter_subscribers_pending on newsletter_subscribers (created_at) where status = 'pending';

-- The link that asks whether an address wants the letter; its subject is the subscriber.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('verify', 'reset', 'change_email', 'sign_in', 'newsletter'));

-- Addresses to which no letter goes: a server said that nobody is there, or a reader called a letter unwanted. A hash only: it is asked, never
-- read. A new yes, confirmed from that address, ends it.
create table newsletter_suppressions (
  address_hash bytea primary key check (octet_length(address_hash) = 32),
  reason text not null check (reason in ('bounce', 'complaint')),
  created_at timestamptz not null default now()
);

-- One row: when the letter goes, in an hour of a place.
create table newsletter_schedule (
  is_only boolean primary key default true check (is_only),
  is_on boolean not null default true,
  -- ISO 8601: 1 is Monday.
  weekday smallint not null default 7 check (weekday between 1 and 7),
  hour smallint not null default 8 check (hour between 0 and 23),
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  updated_at timestamptz not null default now()
);
insert into newsletter_schedule default values;

create table newsletter_issues (
  id uuid primary key default uuidv7(),
  -- The day in its address, /newsletter/2026-11-22.
  issue_date date not null unique,
  -- 'draft' goes at send_at, whether or not an editor has looked at it; 'skipped' had nothing new to tell.
  status text not null default 'draft' check (status in ('draft', 'sending', 'sent', 'skipped')),
  send_at timestamptz not null,
  subject text not null check (subject ~ '^[^[:cntrl:]]{1,150}$'),
  -- An editor's words above the tales, in paragraphs; empty for none.
  opening text not null default '' check (length(opening) <= 2000),
  -- What is told of, in order: [{kind, taleId, note}]; src/features/newsletter/letters/contract.ts.
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  -- Whether an editor has changed it: from then on it is not composed anew.
  is_edited boolean not null default false,
  -- As it went out, with marks where each reader's own links stand; of a draft not yet.
  html text,
  text text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sending_at timestamptz,
  sent_at timestamptz,
  check ((status in ('sending', 'sent')) = (sending_at is not null and html is not null and text is not null)),
  check ((status = 'sent') = (sent_at is not null))
);

-- Two letters are never prepared at the same time.
create unique index newsletter_issues_open on newsletter_issues ((true)) where status = 'draft';

-- One letter to one reader: the row is made once, and sent once.
create table deliveries (
  id uuid primary key default uuidv7(),
  issue_id uuid not null references newsletter_issues on delete cascade,
  subscriber_id uuid not null references newsletter_subscribers on delete cascade,
  -- 'dropped': the reader wanted no letter any more when its turn came.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 200),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (issue_id, subscriber_id),
  check ((status = 'waiting') = (settled_at is null))
);

create index deliveries_of_subscriber on deliveries (subscriber_id);
create index deliveries_waiting on deliveries (issue_id) where status = 'waiting';
