-- Tales that people write and submit for review. `fields` is what the author edits; reviewers read the versions that were submitted.
create table submissions (
  id uuid primary key default uuidv7(),
  -- Null after the account was deleted: only accepted ones stay then.
  user_id uuid references users on delete set null,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'changes_requested', 'accepted', 'declined', 'withdrawn')),
  -- The ETag: increases with every change.
  version integer not null default 1,
  fields jsonb not null,
  -- Number of the version that was submitted last; 0 for none.
  round integer not null default 0,
  -- The published tale that is translated, and the tale that was created on acceptance.
  original_tale_id uuid references tales on delete set null,
  tale_id uuid references tales on delete set null,
  -- What the reviewer wrote with the last decision.
  note text not null default '' check (length(note) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references users on delete set null
);
create index submissions_by_user on submissions (user_id, updated_at desc);
create index submissions_queue on submissions (state, submitted_at, id) where submitted_at is not null;
create index submissions_by_tale on submissions (tale_id) where tale_id is not null;
create index submissions_by_original on submissions (original_tale_id) where original_tale_id is not null;
create index submissions_by_reviewer on submissions (decided_by) where decided_by is not null;

create table submission_versions (
  submission_id uuid not null references submissions on delete cascade,
  number integer not null,
  fields jsonb not null,
  words integer not null,
  submitted_at timestamptz not null default now(),
  primary key (submission_id, number)
);

-- Comments of reviewers on a submitted version. `quote` is a passage of its text, or empty; `prefix` and `suffix` are the text around it.
create table submission_comments (
  id uuid primary key default uuidv7(),
  submission_id uuid not null,
  number integer not null,
  quote text not null check (length(quote) <= 2000),
  prefix text not null check (length(prefix) <= 100),
  suffix text not null check (length(suffix) <= 100),
  text text not null check (length(text) <= 5000),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  foreign key (submission_id, number) references submission_versions on delete cascade
);
create index submission_comments_by_submission on submission_comments (submission_id, id);
create index submission_comments_by_user on submission_comments (created_by) where created_by is not null;

-- Contributors, translators and editors may always submit tales.
alter table site_settings add column readers_may_submit boolean not null default false;
