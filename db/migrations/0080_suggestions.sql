-- Changes of published tales that readers suggest. The text as it was sent and the text it is based on are stored whole, so that no words are
-- lost when the tale changes or is deleted.
create table suggestions (
  id uuid primary key default uuidv7(),
  -- Null when the tale was deleted.
  tale_id uuid references tales on delete set null,
  tale_title text not null check (length(tale_title) <= 1000),
  -- Null when the account was deleted and changes had been accepted.
  user_id uuid references users on delete set null,
  base_version integer not null check (base_version > 0),
  base_title text not null,
  base_excerpt text not null,
  base_content text not null,
  title text not null,
  excerpt text not null,
  content text not null,
  reason text not null check (length(reason) between 1 and 2000),
  -- decided: no change is open.
  state text not null default 'open' check (state in ('open', 'decided', 'withdrawn')),
  -- An editor's note to the reader.
  note text not null default '' check (length(note) <= 4000),
  created_at timestamptz not null default now(),
  -- When it was decided or withdrawn.
  closed_at timestamptz check ((state = 'open') = (closed_at is null))
);
create index suggestions_by_tale on suggestions (tale_id) where tale_id is not null;
create index suggestions_by_user on suggestions (user_id, id desc) where user_id is not null;
create index suggestions_open on suggestions (id desc) where state = 'open';

-- The changes of a suggestion, which are decided one by one: blocks of the base text, from the block number `start`, and what replaces them.
create table suggestion_changes (
  suggestion_id uuid not null references suggestions on delete cascade,
  number smallint not null check (number >= 0),
  field text not null check (field in ('title', 'excerpt', 'content')),
  start integer not null check (start >= 0),
  before text[] not null,
  after text[] not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
  -- What an editor wrote instead of `after`.
  result text[],
  decided_by uuid references users on delete set null,
  decided_at timestamptz check ((state = 'open') = (decided_at is null)),
  primary key (suggestion_id, number)
);
create index suggestion_changes_by_editor on suggestion_changes (decided_by) where decided_by is not null;

-- Who suggested the changes of a version, for the version history.
alter table tales add column suggested_by uuid references users on delete set null;
create index tales_by_suggester on tales (suggested_by) where suggested_by is not null;
alter table tale_revisions add column suggested_by uuid references users on delete set null;
create index tale_revisions_by_suggester on tale_revisions (suggested_by) where suggested_by is not null;

-- Whether readers may suggest changes.
alter table site_settings add column allows_suggestions boolean not null default true;
