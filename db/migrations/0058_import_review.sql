-- The tales that a check has found, to be read before they are imported: {"key": {"title": "…", "content": "<p>…"}, …}
alter table import_upload_books add column texts jsonb not null default '{}';
