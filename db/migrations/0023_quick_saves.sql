-- Saving a tale, with less to do.

-- As before; but tags that come before their tale, or go after it, have no tale to write, and the triggers of a write need not run.
create or replace function retag_tales() returns trigger language plpgsql as $$
begin
  if current_setting('talewood.tale_follows', true) = 'yes' then
    perform set_config('talewood.tale_follows', '', true);
    return null;
  end if;
  if exists (select from changed_tags c join tales t on t.id = c.tale_id) then
    update tales set updated_at = updated_at where id in (select tale_id from changed_tags);
  end if;
  return null;
end $$;

-- Lists of words do not become smaller by the compression that Postgres tries on them: half a millisecond for a long tale, for nothing.
alter table tales alter column search set storage external;

comment on column tales.content_source is 'The text as it was sent; empty where it is kept just so, as in content.';

-- As before; but a tale that was saved several times is looked through once, and by one process at a time: all of them hear of a save, and
-- together they would keep from the processors who saves next. One that finds another at it leaves it all to that.
create or replace function tidy_search() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due uuid[];
begin
  if not pg_try_advisory_xact_lock(7412023) then
    return 0;
  end if;
  with taken as (
    delete from words_due where tale_id in (select distinct tale_id from (select tale_id from words_due order by id limit 50) oldest)
    returning tale_id
  ) select coalesce(array_agg(distinct tale_id), '{}') into due from taken;
  insert into search_words (word)
    select distinct w.word from tales t, words_of(concat_ws(' ', t.title, t.author, t.excerpt, t.content_text)) as w (word)
    where t.id = any(due) and (select known.word from search_words known where known.word = w.word) is null order by w.word
    on conflict do nothing;
  perform gin_clean_pending_list('tales_search'), gin_clean_pending_list('tales_title_words'),
    gin_clean_pending_list('tales_search_text'), gin_clean_pending_list('tales_by_facet');
  return cardinality(due);
end $$;
