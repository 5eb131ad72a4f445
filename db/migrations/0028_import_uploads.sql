-- Imports that editors make in the browser: files that were sent, what was found in them, and how far the work is.

create table import_uploads (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid references profiles on delete set null,
  -- When somebody, or the work itself, did something with it.
  touched_at timestamptz not null default now(),
  state text not null default 'collecting' check (state in ('collecting', 'checking', 'checked', 'importing', 'done', 'failed')),
  how jsonb not null,
  -- Why the check or the import could not be done, in a sentence.
  problem text,
  -- Goes up with every check, import and stop: by it a job knows whether it is still meant.
  turn integer not null default 0,
  asked_at timestamptz,
  asked_by uuid references profiles on delete set null,
  -- Null while others are before it.
  started_at timestamptz,
  progress jsonb,
  -- Of the last check or import, beside the books: zips that are refused, and what of zips is not read.
  is_dry boolean not null default true,
  problems jsonb not null default '[]',
  left_files jsonb not null default '[]',
  run_id integer references import_runs on delete set null
);
create index import_uploads_created_by on import_uploads (created_by) where created_by is not null;
create index import_uploads_asked_by on import_uploads (asked_by) where asked_by is not null;
create index import_uploads_run on import_uploads (run_id) where run_id is not null;

create table import_upload_files (
  id uuid primary key default gen_random_uuid(),
  upload_id uuid not null references import_uploads on delete cascade,
  position bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  bytes integer not null,
  unique (upload_id, name)
);

create table import_upload_books (
  upload_id uuid not null references import_uploads on delete cascade,
  -- In the order of the files, and of what is in them.
  position integer not null,
  report jsonb not null,
  primary key (upload_id, position)
);

-- How many tales were taken back, book by book; and what was said of it in the end.
alter table import_runs
  add column removed integer not null default 0,
  add column undone jsonb;
