-- One row: what administrators decide about the whole site.
create table site_settings (
  is_only boolean primary key default true check (is_only),
  -- A tale is published only with its source (or what it is retold from) and its rights.
  publish_requires_source boolean not null default true,
  updated_at timestamptz not null default now()
);
insert into site_settings default values;
