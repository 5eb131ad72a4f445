-- People credited on tales beside the author: translators, editors of the edition, illustrators. They are rows of authors.
create table tale_credits (
  -- Deferred, as for tale_categories: credits are inserted before their tale, which is then read with them.
  tale_id uuid not null references tales on delete cascade deferrable initially deferred,
  role text not null check (role in ('translator', 'editor', 'illustrator')),
  position smallint not null,
  author_id integer not null references authors on delete restrict,
  primary key (tale_id, role, position),
  unique (tale_id, role, author_id)
);
create index tale_credits_author on tale_credits (author_id, role, tale_id);

-- As before, and for tales that credit the person: the change date of their downloads must change too.
create or replace function update_author_tales() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('talewood.rewrites_tales', true), '') <> 'on' then
    update tales set updated_at = now() where id in (
      select id from tales where author_id = new.id union select tale_id from tale_credits where author_id = new.id);
  end if;
  return null;
end $$;

create or replace function analyze_tales() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze tales, tale_slugs, tale_categories, tale_credits, authors, facet_counts, facet_set_counts, author_facet_set_counts, imported_books,
    imported_tales;
end $$;
