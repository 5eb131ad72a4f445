-- How often tales are read and taken away, what is searched for in vain, and when the site was last backed up. No person is in it: neither who,
-- nor from where, nor with what.

-- Of the whole site, by the day of UTC. An 'empty_search' is a search too.
create table daily_counts (
  day date not null,
  kind text not null check (kind in ('read', 'finish', 'download', 'search', 'empty_search')),
  count integer not null check (count > 0),
  primary key (day, kind)
);

-- Of one tale. The sums above stay when these are removed, or their tale is.
create table daily_tale_counts (
  day date not null,
  kind text not null check (kind in ('read', 'finish', 'download')),
  tale_id uuid not null references tales on delete cascade,
  count integer not null check (count > 0),
  primary key (day, kind, tale_id)
);
create index daily_tale_counts_of_tale on daily_tale_counts (tale_id);

-- Of all tales of one author: who is popular is asked by the home page, and adding up tales would cost more with every tale.
create table daily_author_reads (
  day date not null,
  author_id integer not null references authors on delete cascade,
  count integer not null check (count > 0),
  primary key (day, author_id)
);
create index daily_author_reads_of_author on daily_author_reads (author_id);

-- What was searched for in vain: words in small letters, without those that could be about a person (src/features/counts/kept-words.ts).
create table empty_searches (
  day date not null,
  words text not null check (length(words) between 1 and 80),
  count integer not null check (count > 0),
  primary key (day, words)
);

-- Backups that were written: a file by the command, or a base of the archive.
create table backups_made (
  id bigint generated always as identity primary key,
  -- The moment that it holds.
  at timestamptz not null,
  kind text not null check (kind in ('file', 'base')),
  bytes bigint not null check (bytes >= 0),
  -- Of a base nobody counts them.
  tales integer check (tales >= 0),
  -- When it was last read to its end and found whole.
  verified_at timestamptz
);
create index backups_made_latest on backups_made (kind, at desc);

-- For the figures of mails.
create index mails_sent on mails (sent_at) where sent_at is not null;
