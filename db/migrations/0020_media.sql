-- The library of pictures. The files lie in a store (a folder, or one of the S3 kind), in the folder <hash>-<width>x<height>. A row is
-- there before its first file and until its last one has gone, so that no file is ever without one.

create table media (
  id uuid primary key default uuidv7(),
  -- Of the pixels as they are kept, not of the file that was sent: the same picture twice is one.
  hash text not null unique check (hash ~ '^[0-9a-f]{20}$'),
  width smallint not null check (width between 1 and 1920),
  height smallint not null check (height between 1 and 9999),
  -- Of the file that was sent.
  bytes integer not null check (bytes > 0),
  name text not null check (name is nfc normalized and length(name) between 1 and 200),
  alt text not null default '' check (alt is nfc normalized and length(alt) <= 1000),
  credit text not null default '' check (credit is nfc normalized and length(credit) <= 500),
  -- What must be seen when it is cropped, in hundredths.
  focal_x smallint not null default 50 check (focal_x between 0 and 100),
  focal_y smallint not null default 50 check (focal_y between 0 and 100),
  created_at timestamptz not null default now(),
  created_by uuid references profiles on delete set null,
  -- When somebody last began to write its files.
  begun_at timestamptz not null default now(),
  -- All files are there. Null: they are being written, or that was broken off.
  ready_at timestamptz,
  -- Taken out of the library; the files follow after an hour.
  removed_at timestamptz,
  search_text text not null generated always as (plain(name || E'\n' || alt || E'\n' || credit)) stored
);
create index media_by_id on media (id) where ready_at is not null and removed_at is null;
create index media_search_text on media using gin (search_text gin_trgm_ops) where ready_at is not null and removed_at is null;
create index media_created_by on media (created_by) where created_by is not null;
create index media_left on media (begun_at) where ready_at is null or removed_at is not null;

-- Which tales show which picture, written with the tale. A picture that is shown is not removed.
create table media_uses (
  media_id uuid not null references media on delete restrict,
  tale_id uuid not null references tales on delete cascade,
  as_cover boolean not null,
  primary key (media_id, tale_id, as_cover)
);
create index media_uses_by_tale on media_uses (tale_id);
