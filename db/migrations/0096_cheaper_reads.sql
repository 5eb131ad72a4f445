-- Functions of frequent reads, with the same results.

-- Similar tales ask for the number of about a hundred tales. A regular expression without groups takes half the time.
create or replace function tale_type_number(tale_type text) returns integer language sql immutable strict parallel safe
  return case when tale_type ~ '^(?:ATU|AaTh|AT) ?[0-9]'
    then ('0' || left(ltrim(substring(tale_type from '[0-9]+'), '0'), 4))::integer end;

-- A search asks for the plans of its words only if there may be more matching tales than the limit: in libraries of up to about 2,500 tales
-- it does not. All tales are counted as the planner does: those of the last analysis, in proportion to the size of the table.
create or replace function is_rare(words_column text, query tsquery) returns boolean language plpgsql as $$
declare
  plan json;
  tales float8;
  pages float8;
  few float8;
begin
  select greatest(reltuples, 0), relpages into tales, pages from pg_class where oid = 'tales'::regclass;
  few := 40 * sqrt(tales) + 500;
  if pages > 0 and tales / pages * pg_relation_size('tales') / current_setting('block_size')::integer < few then
    return true;
  end if;
  execute format('explain (format json) select from tales where status = ''published'' and deleted_at is null and %I @@ %L::tsquery',
    words_column, query) into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 < few;
end $$;
