-- Standard names for tables, columns, functions, triggers and indexes. Only the catalogue changes: no row is rewritten.

-- Renames a table with its constraints, indexes, sequences and triggers whose names begin with that of the table.
create function rename_table(old_name text, new_name text) returns void language plpgsql as $$
declare
  item record;
begin
  execute format('alter table %I rename to %I', old_name, new_name);
  -- Renaming a constraint renames its index.
  for item in select conname::text as name from pg_constraint where conrelid = new_name::regclass and starts_with(conname, old_name || '_') loop
    execute format('alter table %I rename constraint %I to %I', new_name, item.name, new_name || substr(item.name, length(old_name) + 1));
  end loop;
  for item in select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = new_name::regclass and starts_with(c.relname, old_name || '_') loop
    execute format('alter index %I rename to %I', item.name, new_name || substr(item.name, length(old_name) + 1));
  end loop;
  for item in select c.relname::text as name from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
    where d.classid = 'pg_class'::regclass and d.refobjid = new_name::regclass and starts_with(c.relname, old_name || '_') loop
    execute format('alter sequence %I rename to %I', item.name, new_name || substr(item.name, length(old_name) + 1));
  end loop;
  for item in select tgname::text as name from pg_trigger where tgrelid = new_name::regclass and starts_with(tgname, old_name || '_') loop
    execute format('alter trigger %I on %I rename to %I', item.name, new_name, new_name || substr(item.name, length(old_name) + 1));
  end loop;
end $$;

-- Renames a column with its constraints.
create function rename_column(table_name text, old_name text, new_name text) returns void language plpgsql as $$
declare
  item record;
  prefix text := table_name || '_' || old_name;
begin
  execute format('alter table %I rename column %I to %I', table_name, old_name, new_name);
  for item in select conname::text as name from pg_constraint where conrelid = table_name::regclass and starts_with(conname, prefix || '_') loop
    execute format('alter table %I rename constraint %I to %I', table_name, item.name,
      table_name || '_' || new_name || substr(item.name, length(prefix) + 1));
  end loop;
end $$;

do $$
begin
  perform rename_table('author_cells', 'author_facet_set_counts');
  perform rename_table('backups_made', 'backup_log');
  perform rename_table('deliveries', 'newsletter_deliveries');
  perform rename_table('empty_searches', 'zero_result_searches');
  perform rename_table('facet_cells', 'facet_set_counts');
  perform rename_table('imports', 'seed_runs');
  perform rename_table('limit_counters', 'rate_limits');
  perform rename_table('mails', 'outbound_emails');
  perform rename_table('messages', 'contact_messages');
  perform rename_table('nightly_tales', 'daily_tales');
  perform rename_table('page_texts', 'page_versions');
  perform rename_table('presence', 'editor_presence');
  perform rename_table('profiles', 'users');
  perform rename_table('tale_previews', 'preview_links');
  perform rename_table('texts_due', 'search_text_queue');
  perform rename_table('words_due', 'search_word_queue');

  -- The owner of a row is user_id; who did something is <verb>_by.
  perform rename_column('api_keys', 'person_id', 'user_id');
  perform rename_column('editor_presence', 'person_id', 'user_id');
  perform rename_column('idempotency_keys', 'person_id', 'user_id');
  perform rename_column('tale_drafts', 'person_id', 'user_id');
  perform rename_column('preview_links', 'made_by', 'created_by');
  perform rename_column('import_uploads', 'asked_by', 'requested_by');

  perform rename_column('api_keys', 'start', 'prefix');
  perform rename_column('authors', 'plain_name', 'normalized_name');
  perform rename_column('contact_messages', 'settled_at', 'resolved_at');
  perform rename_column('daily_tales', 'is_by_hand', 'is_manual');
  perform rename_column('idempotency_keys', 'turn', 'attempt_token');
  perform rename_column('import_uploads', 'asked_at', 'requested_at');
  perform rename_column('import_uploads', 'how', 'options');
  perform rename_column('import_uploads', 'left_files', 'skipped_files');
  perform rename_column('import_uploads', 'touched_at', 'updated_at');
  perform rename_column('import_uploads', 'turn', 'attempt_token');
  perform rename_column('imported_tales', 'changed_in', 'updated_run_id');
  perform rename_column('imported_tales', 'doubts', 'warnings');
  perform rename_column('imported_tales', 'left_out', 'is_skipped');
  perform rename_column('imported_tales', 'same_as', 'duplicate_of');
  perform rename_column('media', 'begun_at', 'upload_started_at');
  perform rename_column('newsletter_deliveries', 'settled_at', 'completed_at');
  perform rename_column('newsletter_schedule', 'is_only', 'is_singleton');
  perform rename_column('rate_limits', 'ends_at', 'expires_at');
  perform rename_column('rate_limits', 'taken', 'attempts');
  perform rename_column('reading_positions', 'is_gone', 'is_deleted');
  perform rename_column('shelves', 'gone_at', 'deleted_at');
  perform rename_column('site_settings', 'is_only', 'is_singleton');
  perform rename_column('tale_classifications', 'made_at', 'classified_at');
  perform rename_column('tales', 'cleaner_version', 'sanitizer_version');
  perform rename_column('tales', 'is_dated', 'publish_date_is_manual');
  perform rename_column('tales', 'went_public_at', 'first_published_at');
  perform rename_column('zero_result_searches', 'words', 'query');
end $$;

drop function rename_table(text, text);
drop function rename_column(text, text, text);

comment on column tales.first_published_at is 'Since when readers see the tale; null while they do not, so it starts over when the tale is published again.';
comment on column tales.content_source is 'The HTML as it was sent; empty if it equals content.';
comment on column tale_revisions.fields is 'The fields as the API names them, without the text.';

alter index api_keys_by_person rename to api_keys_by_user;
alter index editor_presence_by_person rename to editor_presence_by_user;
alter index idempotency_keys_by_end rename to idempotency_keys_by_expiry;
alter index idempotency_keys_by_person rename to idempotency_keys_by_user;
alter index import_uploads_asked_by rename to import_uploads_requested_by;
alter index imported_tales_changed rename to imported_tales_by_updated_run;
alter index imported_tales_near rename to imported_tales_by_band;
alter index imported_tales_same rename to imported_tales_by_duplicate;
alter index media_left rename to media_incomplete;
alter index one_time_tokens_by_end rename to one_time_tokens_by_expiry;
alter index preview_links_by_end rename to preview_links_by_expiry;
alter index preview_links_by_maker rename to preview_links_by_creator;
alter index rate_limits_by_end rename to rate_limits_by_expiry;
alter index search_words_near rename to search_words_by_trigram;
alter index tales_by_plain_title rename to tales_by_normalized_title;
alter index tales_in_bin rename to tales_in_trash;

-- Triggers of one event fire in the order of their names: authors_update_tales still comes after those that reserve name and slug.
alter trigger authors_keep_name on authors rename to authors_reserve_name;
alter trigger authors_keep_slug on authors rename to authors_reserve_slug;
alter trigger authors_renamed on authors rename to authors_update_tales;
alter trigger categories_keep_slug on categories rename to categories_reserve_slug;
alter trigger collections_keep_slug on collections rename to collections_reserve_slug;
alter trigger forget_in_audit_log on users rename to anonymize_audit_log;
alter trigger keep_audit_log on audit_log rename to protect_audit_log;
alter trigger keep_whole_audit_log on audit_log rename to protect_audit_log_truncate;
alter trigger tale_categories_there on tale_categories rename to tale_categories_lock_category;
alter trigger tales_words_insert on tales rename to tales_queue_words_insert;
alter trigger tales_words_update on tales rename to tales_queue_words_update;
do $$
declare
  item record;
begin
  for item in select tgname::text as name, tgrelid::regclass as of_table from pg_trigger
    where tgname ~ '_noticed(_|$)' and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) loop
    execute format('alter trigger %I on %s rename to %I', item.name, item.of_table, replace(item.name, '_noticed', '_notify'));
  end loop;
end $$;

-- These bodies name nothing that was renamed, or are stored parsed.
alter function keep_author_name() rename to reserve_author_name;
alter function keep_slug() rename to reserve_slug;
alter function lock_counts() rename to lock_facet_counts;
alter function notify_nights() rename to notify_daily_tales;
alter function plain(text) rename to normalize_text;
alter function rename_author() rename to update_author_tales;
alter function retag_tales() rename to update_tagged_tales;
alter function tag_is_there() rename to lock_tag_category;
alter function tidy_indexes() rename to flush_search_indexes;
alter function words_of(text) rename to split_words;

-- The others are replaced. Attributes that are not repeated here would be lost.

alter function add_to_counts(jsonb) rename to add_to_facet_counts;
create or replace function add_to_facet_counts(changes jsonb) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform lock_facet_counts();
  merge into facet_set_counts stored using (
    select facets, sum(n) n from jsonb_to_recordset(changes) c (facets text[], n integer) group by facets having sum(n) <> 0
  ) change on stored.facets = change.facets
    when matched and stored.tales + change.n = 0 then delete
    when matched then update set tales = stored.tales + change.n
    when not matched then insert values (change.facets, change.n);
  merge into author_facet_set_counts stored using (
    select author, facets, sum(n) n from jsonb_to_recordset(changes) c (author integer, facets text[], n integer)
    group by author, facets having sum(n) <> 0
  ) change on stored.author_id = change.author and stored.facets = change.facets
    when matched and stored.tales + change.n = 0 then delete
    when matched then update set tales = stored.tales + change.n
    when not matched then insert values (change.author, change.facets, change.n);
  merge into facet_counts stored using (
    select counted, facet, sum(n) n from jsonb_to_recordset(changes) c (author integer, facets text[], n integer),
      unnest(facets || '*'::text) facet, unnest(array[0, author]) counted
    group by counted, facet having sum(n) <> 0
  ) change on stored.author_id = change.counted and stored.facet = change.facet
    when matched and stored.tales + change.n = 0 then delete
    when matched then update set tales = stored.tales + change.n
    when not matched then insert values (change.counted, change.facet, change.n);
end $$;

create or replace function analyze_tales() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze tales, tale_slugs, tale_categories, authors, facet_counts, facet_set_counts, author_facet_set_counts, imported_books, imported_tales;
end $$;

alter function count_tales() rename to update_facet_counts;
create or replace function update_facet_counts() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', n)) into changes from
      (select author_id, facets, count(*) n from new_tales where status = 'published' and deleted_at is null group by author_id, facets) d;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', -n)) into changes from
      (select author_id, facets, count(*) n from old_tales where status = 'published' and deleted_at is null group by author_id, facets) d;
  else
    select jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', n)) into changes from
      (select author_id, facets, sum(n) n from (
        select author_id, facets, 1 n from new_tales where status = 'published' and deleted_at is null
        union all
        select author_id, facets, -1 from old_tales where status = 'published' and deleted_at is null) both_sides
       group by author_id, facets having sum(n) <> 0) d;
  end if;
  if changes is not null then
    perform add_to_facet_counts(changes);
  end if;
  return null;
end $$;

alter function forget_in_audit_log() rename to anonymize_audit_log;

alter function keep_audit_log() rename to protect_audit_log;
create or replace function protect_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.actor is null and to_jsonb(new) - 'actor' = to_jsonb(old) - 'actor' then
      return new;
    end if;
    if old.subject_kind = 'user' and new.subject_id = 'gone' and to_jsonb(new) - 'subject_id' = to_jsonb(old) - 'subject_id'
      and not exists (select from users where id::text = old.subject_id) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is not changed' using errcode = 'insufficient_privilege';
end $$;

alter function keep_words() rename to queue_search_words;
create or replace function queue_search_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into search_word_queue (tale_id) select id from new_tales where status = 'published';
  else
    insert into search_word_queue (tale_id) select n.id from new_tales n join old_tales o using (id)
      where n.status = 'published' and (o.status <> 'published' or n.content_text is distinct from o.content_text
        or (n.title, n.author, n.excerpt) is distinct from (o.title, o.author, o.excerpt));
  end if;
  return null;
end $$;

alter function mark_public() rename to set_first_published_at;
create or replace function set_first_published_at() returns trigger language plpgsql as $$
begin
  if new.status <> 'published' or new.deleted_at is not null or new.publish_date > now() then
    new.first_published_at := null;
  elsif new.first_published_at is null then
    new.first_published_at := now();
  end if;
  return new;
end $$;

create or replace function notify_saved_tales() returns trigger language plpgsql as $$
declare
  opened uuid[];
begin
  select array_agg(n.id) into opened from new_tales n join old_tales o using (id)
    where n.version > o.version and exists (select from editor_presence p where p.tale_id = n.id);
  if opened is not null then
    perform pg_notify('talewood_presence', json_build_object('tale', n.id, 'version', n.version, 'by', n.edited_by)::text)
      from new_tales n where n.id = any (opened);
  end if;
  return null;
end $$;

-- The setting talewood.search_text, local to a transaction: 'defer' leaves the text of written tales to process_search_text_queue();
-- 'rebuild' makes an update of a tale index its text again and nothing else.
alter function read_texts() rename to process_search_text_queue;
create or replace function process_search_text_queue() returns integer language plpgsql as $$
declare
  due uuid[];
begin
  if not pg_try_advisory_xact_lock(7412027) then
    return 0;
  end if;
  with removed as (
    delete from search_text_queue
    where tale_id in (select distinct tale_id from (select tale_id from search_text_queue order by id limit 10) oldest)
    returning tale_id
  ) select coalesce(array_agg(distinct tale_id), '{}') into due from removed;
  perform from tales where id = any(due) order by id for update;
  perform set_config('talewood.search_text', 'rebuild', true);
  update tales set search = search where id = any(due);
  return cardinality(due);
end $$;

alter function tale_facets() rename to set_tale_facets;
create or replace function set_tale_facets() returns trigger language plpgsql as $$
declare
  minutes integer := case when new.read_time > 0 then new.read_time when new.words > 0 then (new.words + 199) / 200 else 10 end;
  search_text text := current_setting('talewood.search_text', true);
begin
  if tg_op = 'UPDATE' and search_text = 'rebuild' then
    new.search := tale_search(new.language, new.title, new.author, new.excerpt, new.content_text);
    return new;
  end if;
  -- Locked to wait for a concurrent change of the name, whose trigger cannot see this tale yet.
  select name into new.author from authors where id = new.author_id for key share;
  if not found then
    raise exception 'this author has just been taken out' using errcode = 'serialization_failure';
  end if;
  if tg_op = 'INSERT' or new.category_id is distinct from old.category_id then
    perform from categories where id = new.category_id for key share;
    if not found then
      raise exception 'this category has just been taken out' using errcode = 'serialization_failure';
    end if;
  end if;
  new.facets := array(
    select facet from unnest(
      array['c:' || new.category_id, 'a:' || new.author_id, 'm:' || minutes_band(minutes), 'l:' || new.language]
      || array(select 'c:' || category_id from tale_categories where tale_id = new.id and category_id <> new.category_id)
      || case when new.age_band = '' then '{}'::text[] else array['g:' || new.age_band] end
      || case when new.origin = '' then '{}'::text[] else array['o:' || new.origin] end) facet
    order by facet collate "C");
  if tg_op = 'UPDATE' then
    if (new.language, new.title, new.author, new.excerpt) is not distinct from (old.language, old.title, old.author, old.excerpt)
      and new.content_text is not distinct from old.content_text then
      new.search := old.search;
      return new;
    end if;
  end if;
  if search_text = 'defer' then
    new.search := tale_search(new.language, new.title, new.author, new.excerpt, '');
    insert into search_text_queue (tale_id) values (new.id);
  else
    new.search := tale_search(new.language, new.title, new.author, new.excerpt, new.content_text);
  end if;
  return new;
end $$;

alter function tidy_search() rename to process_search_word_queue;
create or replace function process_search_word_queue() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due uuid[];
begin
  if not pg_try_advisory_xact_lock(7412023) then
    return 0;
  end if;
  with removed as (
    delete from search_word_queue
    where tale_id in (select distinct tale_id from (select tale_id from search_word_queue order by id limit 50) oldest)
    returning tale_id
  ) select coalesce(array_agg(distinct tale_id), '{}') into due from removed;
  insert into search_words (word)
    select distinct w.word from tales t, split_words(concat_ws(' ', t.title, t.author, t.excerpt, t.content_text)) as w (word)
    where t.id = any(due) and (select known.word from search_words known where known.word = w.word) is null order by w.word
    on conflict do nothing;
  perform gin_clean_pending_list('tales_search'), gin_clean_pending_list('tales_title_words'),
    gin_clean_pending_list('tales_search_text'), gin_clean_pending_list('tales_by_facet');
  return cardinality(due);
end $$;
