-- Figures for the charts of the management screens. No person is in them.

-- How far tales were read, of the whole site: how often a reader left after so many tenths of the text, by the day of UTC.
create table daily_depths (
  day date not null,
  tenths smallint not null check (tenths between 0 and 10),
  count integer not null check (count > 0),
  primary key (day, tenths)
);

-- Of one tale. By tale first, as it is asked for single tales over many days.
create table daily_tale_depths (
  tale_id uuid not null references tales on delete cascade,
  day date not null,
  tenths smallint not null check (tenths between 0 and 10),
  count integer not null check (count > 0),
  primary key (tale_id, day, tenths)
);
-- For the removal of old rows. Rows are added day by day, so that block ranges suffice.
create index daily_tale_depths_by_day on daily_tale_depths using brin (day);

-- The tales read most in the last `period` days up to `last_day`, renewed daily: adding up all tales takes too long for a page.
create table top_tale_counts (
  period smallint not null,
  tale_id uuid not null references tales on delete cascade,
  last_day date not null,
  read integer not null check (read > 0),
  finish integer not null check (finish >= 0),
  download integer not null check (download >= 0),
  primary key (period, tale_id)
);
create index top_tale_counts_of_tale on top_tale_counts (tale_id);
insert into top_tale_counts
  select period, counted.* from (values (30), (90)) periods (period), lateral (
    select tale_id, (now() at time zone 'UTC')::date - 1, sum(count) filter (where kind = 'read') as read,
      coalesce(sum(count) filter (where kind = 'finish'), 0), coalesce(sum(count) filter (where kind = 'download'), 0)
    from daily_tale_counts
    where day > (now() at time zone 'UTC')::date - period and day < (now() at time zone 'UTC')::date
    group by tale_id having sum(count) filter (where kind = 'read') > 0 order by read desc limit 100
  ) counted;

-- Confirmed newsletter subscribers, counted once a day: subscribers who have left leave no row behind to count later.
create table daily_subscribers (
  day date primary key,
  confirmed integer not null check (confirmed >= 0)
);
insert into daily_subscribers
  select (now() at time zone 'UTC')::date, count(*) from newsletter_subscribers where status = 'confirmed' having count(*) > 0;
