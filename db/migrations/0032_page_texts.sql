-- The texts behind the footer, each version that an administrator has saved. A page without one shows the text that comes with
-- Talewood (pages/*.md), which is its version 0.

create table page_texts (
  name text not null check (name in ('about', 'privacy', 'terms', 'accessibility', 'takedown')),
  version integer not null check (version > 0),
  -- All three null: from this version on the page shows the text that comes with Talewood again.
  title text check (length(title) between 1 and 120),
  markdown text check (length(markdown) between 1 and 100000),
  -- Made of the Markdown, and cleaned, when it was saved.
  html text,
  saved_at timestamptz not null default now(),
  saved_by uuid references profiles on delete set null,
  primary key (name, version),
  check ((title is null) = (markdown is null) and (title is null) = (html is null))
);

create index page_texts_saved_by on page_texts (saved_by) where saved_by is not null;

create function notify_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('talewood_cache', (select jsonb_agg(distinct 'page:' || name) from changed_pages)::text)
    where exists (select from changed_pages);
  return null;
end $$;
create trigger page_texts_noticed_insert after insert on page_texts referencing new table as changed_pages
  for each statement execute function notify_pages();
create trigger page_texts_noticed_delete after delete on page_texts referencing old table as changed_pages
  for each statement execute function notify_pages();
