-- The name of the site, shown on every page and in emails; '' for the name that comes with Talewood.
alter table site_settings add column name text not null default '' check (name = btrim(name) and char_length(name) <= 40);

-- When an administrator dismissed the checklist for new sites; null while it is shown.
alter table site_settings add column setup_dismissed_at timestamptz;

-- A site that was in use before this version is not new.
update site_settings set setup_dismissed_at = now() where exists (select from users);
