-- When an account is deleted the audit log keeps what was done, and no longer with whom: not even the id stays.

create index audit_log_by_user on audit_log (subject_id) where subject_kind = 'user';

create or replace function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.actor is null and to_jsonb(new) - 'actor' = to_jsonb(old) - 'actor' then
      return new;
    end if;
    if old.subject_kind = 'user' and new.subject_id = 'gone' and to_jsonb(new) - 'subject_id' = to_jsonb(old) - 'subject_id'
      and not exists (select from profiles where id::text = old.subject_id) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is not changed' using errcode = 'insufficient_privilege';
end $$;

-- As the owner of the table: the role that serves requests may not change it.
create function forget_in_audit_log() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update audit_log set subject_id = 'gone' where subject_kind = 'user' and subject_id = old.id::text;
  return null;
end $$;
create trigger forget_in_audit_log after delete on profiles for each row execute function forget_in_audit_log();
