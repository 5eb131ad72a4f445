-- What the importer has brought in: so that the same book again changes nothing, and a run can be taken back.

create table import_runs (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  -- Null while it runs, and for ever of one that was broken off: each of its books is there or is not.
  ended_at timestamptz,
  started_by uuid references profiles on delete set null,
  undone_at timestamptz
);
create index import_runs_started_by on import_runs (started_by) where started_by is not null;

create table imported_books (
  id integer generated always as identity primary key,
  -- What names the book whatever its file is called: `gutenberg:503:text`.
  key text not null unique check (length(key) between 1 and 600),
  name text not null,
  -- Of the file and of how it was imported: the same again is not even opened. Empty where it is to be looked at again.
  hash text not null,
  -- The run that wrote it last.
  run_id integer not null references import_runs on delete restrict
);
create index imported_books_run on imported_books (run_id);
create index imported_books_hash on imported_books (hash);

create table imported_tales (
  id bigint generated always as identity primary key,
  book_id integer not null references imported_books on delete cascade,
  -- In the book, from 1, as it was cut last.
  position integer not null,
  -- The run that made it, and the one that last brought it up to date.
  run_id integer not null references import_runs on delete restrict,
  changed_in integer references import_runs on delete restrict,
  -- Null when the tale was deleted since, or is here from another book already.
  tale_id uuid references tales on delete set null,
  -- The tale of another book that says the same; this one was left out.
  same_as uuid references tales on delete set null,
  left_out boolean not null default false,
  -- The version of the tale that the importer wrote: a higher one is an editor's.
  version integer not null,
  -- Of what was written, and of the title: a tale is found again by them in another cut of the book.
  hash text not null,
  title_key text not null,
  doubts text[] not null default '{}',
  -- MinHash of the text, and its bands with the language: two texts that share a band may be nearly the same.
  signature integer[] not null,
  bands integer[] not null
);
create index imported_tales_book on imported_tales (book_id);
create index imported_tales_run on imported_tales (run_id);
create index imported_tales_changed on imported_tales (changed_in) where changed_in is not null;
create index imported_tales_tale on imported_tales (tale_id) where tale_id is not null;
create index imported_tales_same on imported_tales (same_as) where same_as is not null;
-- Read as often as it is written: what waits to be put in its place would be looked through each time.
create index imported_tales_near on imported_tales using gin (bands) with (fastupdate = off) where not left_out;

-- Puts words of tales into their places in the indexes, as tidy_search() does: what waits there is looked through by each search. As the
-- owner of the indexes: the role that serves requests may not tidy them.
create function tidy_indexes() returns void language sql security definer set search_path = public, pg_temp as $$
  select gin_clean_pending_list('tales_search'), gin_clean_pending_list('tales_title_words'),
    gin_clean_pending_list('tales_search_text'), gin_clean_pending_list('tales_by_facet');
$$;

-- Many new tales make what the planner knows of them wrong, and pages slow, before the autovacuum comes by.
create function analyze_tales() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze tales, tale_slugs, tale_categories, authors, facet_counts, facet_cells, author_cells, imported_books, imported_tales;
end $$;
