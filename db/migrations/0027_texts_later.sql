-- Reading the words of a long text is the dearest part of saving it. Where somebody waits for the save, they are read a moment later.

-- Tales whose texts are not yet found by their words. One may be here more than once: who saves must not wait for who reads.
create table texts_due (
  id bigint generated always as identity primary key,
  tale_id uuid not null
);

-- As before; but a transaction that sets talewood.texts to 'later' has only title, author and excerpt found by their words at once, and
-- notes that the text is due. 'again' reads what is due.
create or replace function tale_facets() returns trigger language plpgsql as $$
declare
  minutes integer := case when new.read_time > 0 then new.read_time when new.words > 0 then (new.words + 199) / 200 else 10 end;
  texts text := current_setting('talewood.texts', true);
begin
  if tg_op = 'UPDATE' and texts = 'again' then
    new.search := tale_search(new.language, new.title, new.author, new.excerpt, new.content_text);
    return new;
  end if;
  -- Locked, so that a name that is being changed just now is waited for: its trigger cannot see this tale yet.
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
  if texts = 'later' then
    new.search := tale_search(new.language, new.title, new.author, new.excerpt, '');
    insert into texts_due (tale_id) values (new.id);
  else
    new.search := tale_search(new.language, new.title, new.author, new.excerpt, new.content_text);
  end if;
  return new;
end $$;

-- Reads the texts of at most ten tales, and returns how many there were: they are locked meanwhile, and who saves one waits.
-- By one process at a time; one that finds another at it leaves it all to that.
create function read_texts() returns integer language plpgsql as $$
declare
  due uuid[];
begin
  if not pg_try_advisory_xact_lock(7412027) then
    return 0;
  end if;
  with taken as (
    delete from texts_due where tale_id in (select distinct tale_id from (select tale_id from texts_due order by id limit 10) oldest)
    returning tale_id
  ) select coalesce(array_agg(distinct tale_id), '{}') into due from taken;
  perform from tales where id = any(due) order by id for update;
  perform set_config('talewood.texts', 'again', true);
  update tales set search = search where id = any(due);
  return cardinality(due);
end $$;
