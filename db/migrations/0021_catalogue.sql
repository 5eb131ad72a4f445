-- Authors, categories and collections as editors keep them: versions, every address and every name they ever had.

alter table authors add column version integer not null default 1;
alter table categories add column version integer not null default 1;
alter table collections add column version integer not null default 1;

-- A name of the site's own below /collections, which no collection may take.
alter table collections add constraint collections_reserved check (slug <> 'mine') not valid;

-- What the covers of a category are drawn with: the papers of one of the nine, and the motif of its own picture.
alter table categories add column palette text not null default 'classic' check (palette in
  ('classic', 'enchanted', 'folklore', 'fantasy', 'adventure', 'romance', 'dark', 'animals', 'magical-creatures'));
alter table categories alter column palette drop default;
-- The tabs of the browse page and the windows of the home page (null: not there) stand in orders of their own until editors
-- put the categories in order.
alter table categories add column tab_position smallint;
alter table categories add column home_position smallint;
update categories set palette = slug,
  motif = case slug when 'fantasy' then 'star' when 'adventure' then 'ship' else motif end,
  tab_position = array_position(
    array['classic', 'folklore', 'fantasy', 'dark', 'romance', 'adventure', 'animals', 'magical-creatures', 'enchanted'], slug),
  home_position = array_position(array['enchanted', 'classic', 'romance', 'dark', 'magical-creatures'], slug);
alter table categories alter column tab_position set not null;
alter table categories
  add constraint categories_name check (name is nfc normalized and length(name) between 1 and 60) not valid,
  add constraint categories_slug_length check (length(slug) <= 60) not valid,
  add constraint categories_description check (length(description) <= 500) not valid;
alter table categories alter column id add generated always as identity (start with 10);
create unique index categories_by_name on categories (name_key(name));
-- Orders are written anew as a whole: two may share a place while that is done.
alter table categories drop constraint categories_position_key;
alter table categories add constraint categories_position_key unique (position) deferrable initially immediate;

-- Every address that an author, a category or a collection has or ever had: none is ever given to another. Without an owner it
-- is the address of something retired: 410, not 404.
create table author_slugs (
  slug text primary key,
  owner_id integer references authors on delete set null,
  created_at timestamptz not null default now()
);
create index author_slugs_owner on author_slugs (owner_id);
create table category_slugs (
  slug text primary key,
  owner_id smallint references categories on delete set null,
  created_at timestamptz not null default now()
);
create index category_slugs_owner on category_slugs (owner_id);
create table collection_slugs (
  slug text primary key,
  owner_id integer references collections on delete set null,
  created_at timestamptz not null default now()
);
create index collection_slugs_owner on collection_slugs (owner_id);

insert into author_slugs (slug, owner_id) select slug, id from authors;
insert into category_slugs (slug, owner_id) select slug, id from categories;
insert into category_slugs (slug, owner_id) select 'magical', id from categories where slug = 'magical-creatures';
insert into collection_slugs (slug, owner_id) select slug, id from collections;

-- Whoever wants an address of another has looked before; if it was taken meanwhile, the transaction is begun again.
create function keep_slug() returns trigger language plpgsql as $$
declare
  kept integer;
begin
  execute format('insert into %I as kept (slug, owner_id) values ($1, $2)
    on conflict (slug) do update set owner_id = kept.owner_id where kept.owner_id = $2 returning owner_id', tg_argv[0])
    into kept using new.slug, new.id;
  if kept is null then
    raise exception 'the address % is or was that of another', new.slug using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger authors_keep_slug after insert or update of slug on authors for each row execute function keep_slug('author_slugs');
create trigger categories_keep_slug after insert or update of slug on categories for each row execute function keep_slug('category_slugs');
create trigger collections_keep_slug after insert or update of slug on collections for each row execute function keep_slug('collection_slugs');

create trigger author_slugs_noticed after update or delete on author_slugs for each statement execute function notify_all();
create trigger category_slugs_noticed after update or delete on category_slugs for each statement execute function notify_all();
create trigger collection_slugs_noticed after update or delete on collection_slugs for each statement execute function notify_all();

-- Every name by which an author is known: today's, those before, and those of authors merged into this one. A tale that is
-- saved with any of them finds its author, so that a form that has been open for long strands no tale.
create table author_names (
  key text primary key,
  name text not null check (name is nfc normalized and length(name) between 1 and 200),
  author_id integer not null references authors on delete cascade,
  created_at timestamptz not null default now(),
  check (key = name_key(name))
);
create index author_names_author on author_names (author_id);
insert into author_names (key, name, author_id) select name_key(name), name, id from authors;

create function keep_author_name() returns trigger language plpgsql as $$
declare
  kept integer;
begin
  insert into author_names as kept (key, name, author_id) values (name_key(new.name), new.name, new.id)
    on conflict (key) do update set name = new.name where kept.author_id = new.id returning author_id into kept;
  if kept is null then
    raise exception 'the name % leads to another author', new.name using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger authors_keep_name after insert or update of name on authors for each row execute function keep_author_name();

-- As before; but who writes many tales anew, a part at a time, says so first.
create or replace function rename_author() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('talewood.rewrites_tales', true), '') <> 'on' then
    update tales set updated_at = now() where author_id = new.id;
  end if;
  return null;
end $$;

-- As before; but a tale whose author or category was merged into another since its name was looked up begins its transaction
-- again, and then finds the other one.
create or replace function tale_facets() returns trigger language plpgsql as $$
declare
  minutes integer := case when new.read_time > 0 then new.read_time when new.words > 0 then (new.words + 199) / 200 else 10 end;
begin
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
  new.search := tale_search(new.language, new.title, new.author, new.excerpt, new.content_text);
  return new;
end $$;

create function tag_is_there() returns trigger language plpgsql as $$
begin
  perform from categories where id = new.category_id for key share;
  if not found then
    raise exception 'this category has just been taken out' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger tale_categories_there before insert on tale_categories for each row execute function tag_is_there();
