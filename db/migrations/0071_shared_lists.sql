-- Read-only links to readers' own collections. The token is stored as it is, because the owner is shown the link again; it opens nothing but
-- the name and the public tales of one collection.
create table shared_lists (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  shelf_id uuid not null,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now(),
  unique (user_id, shelf_id),
  foreign key (user_id, shelf_id) references shelves on delete cascade
);

-- The shared list that a contact message is about: its path on the site, and its name when the message was sent.
alter table contact_messages
  add column list_path text check (length(list_path) <= 8192),
  add column list_name text check (length(list_name) <= 1000);
