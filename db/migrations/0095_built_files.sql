-- Scripts, styles and fonts of the builds in use, for processes of other versions: while processes are upgraded one after the other, a load
-- balancer sends the requests of a page to any of them.
create table built_files (
  -- Below the site, with a hash of the content: assets/app-B4KC_la.css.
  name text primary key check (length(name) <= 200),
  body bytea not null,
  -- Whether the body is compressed.
  is_brotli boolean not null,
  -- When a process with another build started first.
  replaced_at timestamptz
);
