-- The mood of a tale, and whether nothing in it is scary, as filters: the facets f:MOOD and s:yes beside those of 0002_facets.sql.
alter table tales add column mood text not null default '' check (mood in ('', 'funny', 'exciting', 'moving', 'eerie'));

-- Whether nothing in a tale is scary: an age was chosen for it, by a person or by the classification, and it has no note of anything hard.
create function is_calm(age_band text, content_notes text[]) returns boolean language sql immutable parallel safe
  return age_band <> '' and not content_notes && array['death-of-a-parent', 'death-of-a-child', 'cruelty-to-children',
    'cruelty-to-animals', 'violence', 'cruel-punishment', 'frightening-scenes', 'suicide', 'slavery'];

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
      || case when is_calm(new.age_band, new.content_notes) then array['s:yes'] else '{}'::text[] end
      || case when new.mood = '' then '{}'::text[] else array['f:' || new.mood] end
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

-- Tales that exist already. Only counts follow: nothing else of the tales changes, and caches are empty at this moment.
alter table tales disable trigger user;
alter table tales enable trigger tales_counted_update;
update tales set mood = 'funny' where source like 'Retold for Talewood %' and slug in (
  'the-emperors-new-clothes', 'the-husband-who-was-to-mind-the-house', 'giufa-and-the-door', 'the-three-wishes',
  'the-pot-that-died', 'the-valiant-chattee-maker', 'pedro-urdemales-and-the-tree-of-money', 'the-pot-of-flour',
  'the-pancake', 'the-turnip', 'the-tiger-and-the-persimmon', 'the-ash-lad-who-had-an-eating-match-with-the-troll',
  'the-seventh-father-of-the-house', 'the-field-of-ragwort', 'anansi-and-the-pot-of-wisdom', 'the-bremen-town-musicians',
  'the-tiger-the-brahman-and-the-jackal', 'the-fisherman-and-his-wife', 'the-frog-in-the-well');
-- GIN indexes are built anew afterwards: with every changed tale entered into them, a large library takes three times as long.
do $$
declare
  definitions text[];
  definition text;
  gin_index regclass;
begin
  select array_agg(pg_get_indexdef(indexrelid)) into definitions
    from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
    where indrelid = 'tales'::regclass and amname = 'gin';
  for gin_index in
    select indexrelid from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
    where indrelid = 'tales'::regclass and amname = 'gin'
  loop
    execute 'drop index ' || gin_index;
  end loop;
  update tales set facets = array(
      select facet from unnest(facets || case when is_calm(age_band, content_notes) then array['s:yes'] else '{}'::text[] end
        || case when mood = '' then '{}'::text[] else array['f:' || mood] end) facet order by facet collate "C")
    where is_calm(age_band, content_notes) or mood <> '';
  foreach definition in array definitions loop
    execute definition;
  end loop;
end $$;
alter table tales enable trigger user;
