-- What administrators did, and what was done to make them. It says who by id alone: names come from the profiles, and go with them.

create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  -- 'site': the start of the site or a command on the server. 'person' without an actor: the account is gone.
  actor_kind text not null check (actor_kind in ('person', 'site')),
  actor uuid references profiles on delete set null,
  action text not null check (action ~ '^[a-z][a-z0-9._-]{0,59}$'),
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z0-9._-]{0,29}$'),
  subject_id text not null check (length(subject_id) between 1 and 100),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 4000),
  check (actor is null or actor_kind = 'person')
);
create index audit_log_by_actor on audit_log (actor) where actor is not null;

-- Written once. The only change is that of the foreign key, when the actor's account goes.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.actor is null and to_jsonb(new) - 'actor' = to_jsonb(old) - 'actor' then
      return new;
    end if;
  end if;
  raise exception 'the audit log is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger keep_audit_log before update or delete on audit_log for each row execute function keep_audit_log();
create trigger keep_whole_audit_log before truncate on audit_log for each statement execute function keep_audit_log();

-- The role that serves requests adds and reads. With one role for everything (DATABASE_URL) the trigger alone guards.
do $$
begin
  if exists (select from pg_roles where rolname = 'talewood_app') then
    revoke update, delete on audit_log from talewood_app;
  end if;
end $$;

-- For the screens of administrators: people and tales by parts of words, accents ignored. The texts are kept, as making them of
-- 100,000 rows for a part of two letters, which no index serves, takes half a second.
alter table profiles add column search_text text not null generated always as (plain(name || E'\n' || email)) stored;
create index profiles_search_text on profiles using gin (search_text gin_trgm_ops);
create index profiles_administrators on profiles (id) where role = 'admin';
create index profiles_unverified on profiles (id) where not email_verified;
create index profiles_disabled on profiles (id) where disabled_at is not null;

alter table tales add column search_text text not null generated always as (plain(title || E'\n' || author)) stored;
create index tales_search_text on tales using gin (search_text gin_trgm_ops) where deleted_at is null;
create index tales_by_creation on tales (created_at, id) where deleted_at is null;
