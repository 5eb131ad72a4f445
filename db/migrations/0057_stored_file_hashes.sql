-- Size and SHA-256 of files when they were stored, so that a damaged file store is noticed when they are read. Null for files stored before.
-- media.stored_files: {"320.webp": {"size": 12345, "sha256": "…"}, …}
alter table media add column stored_files jsonb;
alter table import_upload_files add column sha256 text;
