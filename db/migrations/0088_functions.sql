-- Functions: modules of the operator, found in a folder, and their runs.
create table functions (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,49}$'),
  -- Types of events that it runs on.
  events text[] not null default '{}',
  -- Five fields of cron, in UTC.
  schedule text check (length(schedule) <= 100),
  -- The last minute whose runs were queued.
  scheduled_until timestamptz not null default now()
);

create table function_runs (
  id uuid primary key default uuidv7(),
  -- Stays when the module is gone.
  function text not null,
  trigger text not null check (trigger in ('http', 'event', 'schedule', 'manual')),
  -- Type of the event, or method and path.
  subject text not null default '' check (length(subject) <= 200),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  attempt smallint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  duration_ms integer,
  memory_mb integer,
  -- Of the response.
  http_status smallint,
  error text not null default '' check (length(error) <= 5000),
  log text not null default '' check (length(log) <= 40000)
);
create index function_runs_by_function on function_runs (function, id desc);
create index function_runs_by_time on function_runs (created_at);

-- Also events that only functions subscribe to.
create or replace function has_webhook(types text[]) returns boolean language sql stable as $$
  select exists (select from webhooks where status <> 'disabled' and events && types)
    or exists (select from functions where events && types);
$$;

-- Records events for webhooks, as in 0078_webhooks.sql, and adds a job for each function that subscribes to them.
create or replace function queue_webhook_events(new_events jsonb) returns void language plpgsql as $$
declare
  active uuid[];
begin
  with event as materialized (
    select uuidv7() as id, given.value ->> 'type' as type, given.value ->> 'subject' as subject, given.value -> 'data' as data, given.ordinality as place
    from jsonb_array_elements(new_events) with ordinality as given
  ), target as materialized (
    select event.id as event_id, event.subject, event.place, webhook.id as webhook_id, webhook.status
    from event join webhooks webhook on event.type = any (webhook.events) and webhook.status <> 'disabled'
  ), stored as (
    insert into webhook_events (id, type, subject, data)
    select id, type, subject, data from event where id in (select event_id from target) order by place
  ), queued as (
    insert into webhook_deliveries (webhook_id, event_id, subject)
    select webhook_id, event_id, subject from target order by place, webhook_id
  )
  select array_agg(distinct webhook_id) into active from target where status = 'active';
  perform graphile_worker.add_job('deliver_webhook', json_build_object('webhookId', id), queue_name := 'webhook:' || id) from unnest(active) id;
  perform graphile_worker.add_job('run_function', json_build_object('function', f.name, 'trigger', 'event',
      'event', json_build_object('type', given.value ->> 'type', 'occurred_at', webhook_time(clock_timestamp()), 'data', given.value -> 'data')),
      max_attempts := 6)
    from jsonb_array_elements(new_events) with ordinality as given join functions f on given.value ->> 'type' = any (f.events)
    order by given.ordinality, f.name;
end $$;

-- Events for functions only. They carry ids: personal data is read when the function runs, so that no copy waits in the queue.
create function queue_message_event() returns trigger language plpgsql as $$
begin
  if has_webhook(array['message.received']) then
    perform queue_webhook_events(jsonb_build_array(jsonb_build_object('type', 'message.received', 'subject', 'message:' || new.id,
      'data', jsonb_build_object('id', new.id))));
  end if;
  return null;
end $$;
create trigger contact_messages_event after insert on contact_messages for each row execute function queue_message_event();

create function queue_subscriber_event() returns trigger language plpgsql as $$
begin
  if has_webhook(array['subscriber.confirmed']) then
    perform queue_webhook_events(jsonb_build_array(jsonb_build_object('type', 'subscriber.confirmed', 'subject', 'subscriber:' || new.id,
      'data', jsonb_build_object('id', new.id))));
  end if;
  return null;
end $$;
create trigger newsletter_subscribers_event_insert after insert on newsletter_subscribers
  for each row when (new.status = 'confirmed') execute function queue_subscriber_event();
create trigger newsletter_subscribers_event_update after update on newsletter_subscribers
  for each row when (old.status <> 'confirmed' and new.status = 'confirmed') execute function queue_subscriber_event();

-- The data of such an event. Null when the message or the subscription was deleted, or has ended.
create function function_event_data(type text, id uuid) returns jsonb language sql stable as $$
  select case type
    when 'message.received' then (
      select jsonb_build_object('id', m.id, 'topic', m.topic, 'text', m.text, 'email', m.email, 'tale_id', m.tale_id, 'tale_title', m.tale_title,
        'created_at', webhook_time(m.created_at)) from contact_messages m where m.id = function_event_data.id)
    when 'subscriber.confirmed' then (
      select jsonb_build_object('id', s.id, 'email', coalesce(s.email, u.email), 'since', webhook_time(s.consent_at))
      from newsletter_subscribers s left join users u on u.id = s.user_id where s.id = function_event_data.id and s.status = 'confirmed')
  end;
$$;

-- The newest event of a type that could be sent now, to try functions with: its data, or null.
create function function_sample_event(type text) returns jsonb language sql stable as $$
  select case type
    when 'message.received' then (select jsonb_build_object('id', m.id) from contact_messages m order by m.id desc limit 1)
    when 'subscriber.confirmed' then (select jsonb_build_object('id', s.id) from newsletter_subscribers s where s.status = 'confirmed' order by s.id desc limit 1)
    when 'tale.published' then webhook_tale((select t.id from tales t where t.first_published_at is not null order by t.first_published_at desc, t.id desc limit 1))
    when 'tale.updated' then webhook_tale((select t.id from tales t where t.first_published_at is not null order by t.first_published_at desc, t.id desc limit 1))
  end;
$$;
