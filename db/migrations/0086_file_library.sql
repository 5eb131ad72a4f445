-- The file library: folders, files, their bytes in the object store, unfinished uploads, and temporary links.
create table folders (
  id uuid primary key default uuidv7(),
  parent_id uuid references folders on delete restrict,
  name text not null check (length(name) between 1 and 100),
  -- Who may open the files of this folder and the folders in it; the strictest folder of a path counts.
  access text not null default 'private' check (access in ('public', 'members', 'private')),
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_by uuid references users on delete set null,
  updated_at timestamptz not null default now(),
  check (id <> parent_id)
);
create unique index folders_by_name on folders (parent_id, lower(name)) nulls not distinct;
create index folders_by_creator on folders (created_by) where created_by is not null;
create index folders_by_editor on folders (updated_by) where updated_by is not null;

-- What files contain. Never changed once complete, so copies share it. Rows that neither a file nor an upload uses are deleted by a job.
create table file_contents (
  id uuid primary key default uuidv7(),
  bytes bigint not null check (bytes > 0),
  -- Null until all bytes were received and checked.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text check ((media_type is null) = (sha256 is null)),
  -- Pages of a PDF, and its first page as WebP in the object store.
  pages integer check (pages > 0),
  preview jsonb,
  -- When it was created, or last ceased to be the contents of a file: it is deleted an hour later if it is unused.
  released_at timestamptz not null default now()
);

-- The bytes of contents, in objects of a few megabytes: uploads are added part by part, and a range reads only the parts that it needs.
create table file_parts (
  content_id uuid not null references file_contents on delete cascade,
  -- Of its first byte.
  position bigint not null check (position >= 0),
  bytes integer not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  object_key text not null,
  primary key (content_id, position)
);

create table files (
  id uuid primary key default uuidv7(),
  folder_id uuid not null references folders on delete restrict,
  name text not null check (length(name) between 1 and 200),
  content_id uuid not null references file_contents on delete restrict,
  -- The ETag: increases with every change.
  version integer not null default 1,
  -- Part of the address: increases when the contents are replaced.
  content_version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_by uuid references users on delete set null,
  updated_at timestamptz not null default now()
);
create unique index files_by_name on files (folder_id, lower(name));
create index files_by_content on files (content_id);
create index files_by_creator on files (created_by) where created_by is not null;
create index files_by_editor on files (updated_by) where updated_by is not null;

create table file_uploads (
  -- Also the address of the upload.
  id uuid primary key references file_contents on delete cascade,
  user_id uuid not null references users on delete cascade,
  folder_id uuid not null references folders on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- The file whose contents are replaced, if it still has this version.
  replaces_id uuid references files on delete cascade,
  replaces_version integer check ((replaces_version is null) = (replaces_id is null)),
  received bigint not null default 0,
  -- Parts may be small after interruptions; their number is limited.
  parts integer not null default 0,
  -- When the file was changed on the device (ms), so that its page recognises it after a reload.
  last_modified bigint not null default 0,
  -- The file that it became. The row stays for a day, as the client may not have received the response.
  file_id uuid references files on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index file_uploads_by_user on file_uploads (user_id);
create index file_uploads_by_folder on file_uploads (folder_id);
create index file_uploads_by_file on file_uploads (file_id) where file_id is not null;
create index file_uploads_by_replaced on file_uploads (replaces_id) where replaces_id is not null;

-- Links that open a file for everyone until they expire or are revoked.
create table file_links (
  id uuid primary key default uuidv7(),
  file_id uuid not null references files on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index file_links_by_file on file_links (file_id);
create index file_links_by_creator on file_links (created_by) where created_by is not null;

-- Returns who may open the files of a folder: the strictest access from it up to the root; `private` for an unknown folder.
create function folder_access(folder uuid) returns text language sql stable as $$
  with recursive path as (
    select parent_id, access, 1 as depth from folders where id = folder
    union all
    select f.parent_id, f.access, depth + 1 from path join folders f on f.id = path.parent_id where depth < 20
  )
  select case when count(*) = 0 or bool_or(access = 'private') then 'private' when bool_or(access = 'members') then 'members' else 'public' end
  from path;
$$;
