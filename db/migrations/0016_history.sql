-- A tale taken out of the reading history stays as a row that says so, as favourites do: without the place one was at,
-- which was '0.0' then.
alter table reading_positions add column is_gone boolean not null default false;
