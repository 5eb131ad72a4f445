-- The library: authors, categories, tales, collections, and the counts that lists and filters show.
-- Needs PostgreSQL 18 (uuidv7). Text is stored in NFC, times in UTC.

create table authors (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  name text not null unique check (name is nfc normalized and length(name) between 1 and 200),
  sort_name text not null check (sort_name is nfc normalized and length(sort_name) between 1 and 200),
  kind text not null default 'person' check (kind in ('person', 'tradition')),
  dates text not null default '' check (length(dates) <= 200),
  born_year integer check (born_year between -3000 and 2200),
  died_year integer check (died_year between -3000 and 2200),
  place text not null default '' check (length(place) <= 200),
  origin text not null default '' check (length(origin) <= 60),
  biography text not null default '' check (length(biography) <= 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Two spellings of a name that differ only in case are one name.
create function name_key(name text) returns text language sql immutable strict parallel safe
  return lower(name collate "pg_c_utf8");
create unique index authors_by_name on authors (name_key(name));

create table categories (
  id smallint primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null unique,
  description text not null,
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  motif text not null,
  position smallint not null unique
);

insert into categories (id, slug, name, description, colour, motif, position) values
  (1, 'classic', 'Classic', 'The tales everyone half remembers', '#2f7570', 'castle', 1),
  (2, 'enchanted', 'Enchanted', 'Spells, sleepers and doors in the hillside', '#5b5a8c', 'lantern', 2),
  (3, 'folklore', 'Folklore', 'Told by the stove, from village to village', '#8a5a2b', 'hut', 3),
  (4, 'fantasy', 'Fantasy', 'Over the edge of every map', '#35507c', 'ship', 4),
  (5, 'adventure', 'Adventure', 'A road, a sword and a piece of bread', '#3f6d4a', 'boots', 5),
  (6, 'romance', 'Romance', 'Love that waits, wanders and returns', '#a85a5a', 'rose', 6),
  (7, 'dark', 'Dark', 'For reading with the lamp lit', '#5a2a24', 'raven', 7),
  (8, 'animals', 'Animals', 'Fur, feather and good advice', '#7a6a2c', 'fox', 8),
  (9, 'magical-creatures', 'Magical Creatures', 'Dragons, firebirds and clever frogs', '#2f6f63', 'dragon', 9);

create table tales (
  id uuid primary key default uuidv7(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  title text not null check (title is nfc normalized and length(title) between 1 and 300),
  -- The name as shown, kept equal to authors.name by a trigger: lists and search need no join for it.
  author text not null,
  author_id integer not null references authors on delete restrict,
  category_id smallint not null references categories on delete restrict,
  -- 300 characters as a reader counts them; this wider bound in code points is the second line.
  excerpt text not null check (excerpt is nfc normalized and length(excerpt) between 1 and 3000),
  content text not null default '',
  content_source text not null default '',
  content_text text not null default '',
  cleaner_version integer not null default 0,
  words integer not null default 0 check (words >= 0),
  status text not null default 'draft' check (status in ('draft', 'published')),
  publish_date timestamptz not null default now(),
  cover_image text not null default '' check (length(cover_image) <= 500),
  read_time integer not null default 0 check (read_time between 0 and 1000),
  -- Minutes as shown: an editor's override, else 200 words a minute, never below 1; 10 where a tale has no text.
  minutes integer not null generated always as (
    case when read_time > 0 then read_time when words > 0 then (words + 199) / 200 else 10 end) stored,
  featured_rank integer unique check (featured_rank > 0),
  language text not null default 'en' check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  origin text not null default '' check (length(origin) <= 60),
  tale_type text not null default '' check (length(tale_type) <= 40),
  age_band text not null default '' check (age_band in ('', '3-5', '6-8', '9-12', '13+')),
  retold_from text not null default '' check (length(retold_from) <= 500),
  source text not null default '' check (length(source) <= 2000),
  version integer not null default 1,
  -- What the filters ask for, as one set: see tale_facets().
  facets text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- Titles sort without a leading article and without regard to case.
create function title_key(title text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(title), '^(the|an?) ', '');

create index tales_newest on tales (publish_date desc, id desc) where status = 'published' and deleted_at is null;
create index tales_by_title on tales (title_key(title) collate "C", id) where status = 'published' and deleted_at is null;
create index tales_by_length on tales (words, id) where status = 'published' and deleted_at is null;
create index tales_by_author on tales (author_id, publish_date desc, id desc) where status = 'published' and deleted_at is null;
create index tales_by_category on tales (category_id, publish_date desc, id desc) where status = 'published' and deleted_at is null;
create index tales_by_facet on tales using gin (facets) where status = 'published' and deleted_at is null;
-- Sitemaps walk the addresses in byte order, a part at a time, and read nothing else.
create index tales_by_slug on tales (slug collate "C") include (publish_date, updated_at) where status = 'published' and deleted_at is null;
create index tales_created on tales (created_at desc, id desc);

-- Every address a tale has or ever had: no two tales ever share one. Without a tale it is the address of one deleted for
-- good: 410, not 404. An address is taken before its tale is written, hence checked at the end of the transaction.
create table tale_slugs (
  slug text primary key,
  tale_id uuid references tales on delete set null deferrable initially deferred,
  created_at timestamptz not null default now()
);
create index tale_slugs_tale on tale_slugs (tale_id);

-- The further categories ("tags") of a tale, beside its own one.
create table tale_categories (
  tale_id uuid not null references tales on delete cascade,
  category_id smallint not null references categories on delete restrict,
  primary key (tale_id, category_id)
);
create index tale_categories_category on tale_categories (category_id);

create table collections (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title text not null check (title is nfc normalized and length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 500),
  introduction text not null default '' check (length(introduction) <= 10000),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table collection_tales (
  collection_id integer not null references collections on delete cascade,
  tale_id uuid not null references tales on delete cascade,
  position integer not null,
  primary key (collection_id, tale_id)
);
create index collection_tales_tale on collection_tales (tale_id);

-- What has been imported once, so that it is never imported twice.
create table imports (
  name text primary key,
  tales integer not null,
  imported_at timestamptz not null default now()
);
