-- Webhooks: URLs that administrators subscribe to events, and what was sent to them.
create table webhooks (
  id uuid primary key default uuidv7(),
  url text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 200),
  -- Types of events, such as tale.published.
  events text[] not null check (cardinality(events) > 0),
  -- `paused` by an administrator: events wait. `disabled` by the site: nothing is recorded.
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Since when no delivery has succeeded.
  failing_since timestamptz,
  -- Encrypted with a key derived from SECRET. Both sign until the old one expires.
  sealed_secret text not null,
  old_sealed_secret text,
  old_secret_expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((old_sealed_secret is null) = (old_secret_expires_at is null))
);

-- Written in the transaction of the change, and only if a webhook subscribes to the type.
create table webhook_events (
  id uuid primary key default uuidv7(),
  type text not null,
  -- Events of one subject are delivered in order.
  subject text not null,
  occurred_at timestamptz not null default clock_timestamp(),
  data jsonb not null
);
create index webhook_events_by_time on webhook_events (occurred_at);

create table webhook_deliveries (
  -- The order in which the events of a subject are delivered.
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  subject text not null,
  -- `failed`: given up.
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Attempts since the event was recorded or redelivered: the position in the retry schedule.
  tries integer not null default 0,
  next_attempt_at timestamptz default clock_timestamp(),
  last_attempt_at timestamptz,
  response_status smallint,
  response_text text not null default '' check (length(response_text) <= 500),
  error text not null default '' check (length(error) <= 200),
  duration_ms integer,
  unique (webhook_id, event_id),
  check ((status = 'waiting') = (next_attempt_at is not null))
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject, id) where status = 'waiting';
create index webhook_deliveries_by_attempt on webhook_deliveries (webhook_id, last_attempt_at desc) where last_attempt_at is not null;
create index webhook_deliveries_by_event on webhook_deliveries (event_id);

-- Records events, an array of {type, subject, data}, for the webhooks that subscribe to them, and adds the jobs that deliver them. The jobs of
-- a webhook run one after another. They have no key, so that transactions do not wait for each other.
create function queue_webhook_events(new_events jsonb) returns void language plpgsql as $$
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
end $$;

-- Whether any webhook subscribes to one of these types.
create function has_webhook(types text[]) returns boolean language sql stable as $$
  select exists (select from webhooks where status <> 'disabled' and events && types);
$$;

-- ISO 8601 in UTC, whatever the time zone of the session.
create function webhook_time(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
$$;

-- What readers see of a tale.
create function webhook_tale(tale uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', t.id, 'slug', t.slug, 'title', t.title, 'version', t.version, 'author', t.author, 'author_slug', a.slug,
    'category', c.slug, 'excerpt', t.excerpt, 'language', t.language, 'age_band', t.age_band, 'words', t.words,
    'publish_date', webhook_time(t.publish_date), 'updated_at', webhook_time(t.updated_at))
  from tales t join authors a on a.id = t.author_id join categories c on c.id = t.category_id where t.id = tale;
$$;

-- Readers see a tale from first_published_at on; a job sets it for scheduled tales. Tales that are not public send no events, and the last
-- event of a tale has nothing that was written after it was public.
create function queue_tale_webhooks() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if not has_webhook(array['tale.published', 'tale.updated', 'tale.unpublished', 'tale.deleted']) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('type', 'tale.published', 'subject', 'tale:' || n.id, 'data', webhook_tale(n.id)) order by n.id)
      into changes from new_tales n where n.first_published_at is not null;
  elsif tg_op = 'UPDATE' then
    select jsonb_agg(jsonb_build_object('type', change.type, 'subject', 'tale:' || change.id, 'data',
        case when change.type in ('tale.published', 'tale.updated') then webhook_tale(change.id) else change.last end) order by change.id)
      into changes from (
        select n.id,
          case
            when o.first_published_at is null and n.first_published_at is null then null
            when o.first_published_at is null then 'tale.published'
            when n.first_published_at is not null then
              case when (o.version, o.slug, o.title, o.author, o.author_id, o.category_id)
                is distinct from (n.version, n.slug, n.title, n.author, n.author_id, n.category_id) then 'tale.updated' end
            when n.deleted_at is not null then 'tale.deleted'
            else 'tale.unpublished'
          end as type,
          jsonb_build_object('id', o.id, 'slug', o.slug, 'title', o.title, 'version', o.version) as last
        from new_tales n join old_tales o using (id)
      ) change where change.type is not null;
  else
    select jsonb_agg(jsonb_build_object('type', 'tale.deleted', 'subject', 'tale:' || o.id, 'data',
        jsonb_build_object('id', o.id, 'slug', o.slug, 'title', o.title, 'version', o.version)) order by o.id)
      into changes from old_tales o where o.first_published_at is not null;
  end if;
  if changes is not null then
    perform queue_webhook_events(changes);
  end if;
  return null;
end $$;
create trigger tales_webhooks_insert after insert on tales referencing new table as new_tales
  for each statement execute function queue_tale_webhooks();
create trigger tales_webhooks_update after update on tales referencing old table as old_tales new table as new_tales
  for each statement execute function queue_tale_webhooks();
create trigger tales_webhooks_delete after delete on tales referencing old table as old_tales
  for each statement execute function queue_tale_webhooks();

-- What readers see of a collection: nothing but its id while none of its tales is public.
create function webhook_collection(collection integer) returns jsonb language sql stable as $$
  select case when shown.tales is null then jsonb_build_object('id', o.id, 'version', o.version)
    else jsonb_build_object('id', o.id, 'version', o.version, 'slug', o.slug, 'title', o.title, 'description', o.description, 'tales', shown.tales)
    end
  from collections o cross join lateral (
    select jsonb_agg(t.id order by ct.position, t.id) as tales from collection_tales ct join tales t on t.id = ct.tale_id
    where ct.collection_id = o.id and t.first_published_at is not null
  ) shown
  where o.id = collection;
$$;

create function queue_collection_webhook() returns trigger language plpgsql as $$
declare
  collection integer := case when tg_op = 'DELETE' then old.id else new.id end;
  kind text := case tg_op when 'INSERT' then 'collection.created' when 'UPDATE' then 'collection.updated' else 'collection.deleted' end;
  content jsonb;
begin
  if has_webhook(array[kind]) then
    content := webhook_collection(collection);
    -- Null if a later statement of the transaction deleted it.
    if content is not null then
      perform queue_webhook_events(jsonb_build_array(jsonb_build_object('type', kind, 'subject', 'collection:' || collection, 'data', content)));
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end $$;
-- At the commit, as the tales of a collection are written after it.
create constraint trigger collections_webhook_insert after insert on collections deferrable initially deferred
  for each row execute function queue_collection_webhook();
create constraint trigger collections_webhook_update after update on collections deferrable initially deferred
  for each row when (old.version is distinct from new.version) execute function queue_collection_webhook();
create trigger collections_webhook_delete before delete on collections
  for each row execute function queue_collection_webhook();

create function queue_newsletter_webhook() returns trigger language plpgsql as $$
begin
  if has_webhook(array['newsletter.sent']) then
    perform queue_webhook_events(jsonb_build_array(jsonb_build_object('type', 'newsletter.sent', 'subject', 'newsletter:' || new.id, 'data',
      jsonb_build_object('id', new.id, 'date', new.issue_date, 'subject', new.subject, 'sent_at', webhook_time(new.sent_at)))));
  end if;
  return null;
end $$;
create trigger newsletter_issues_webhook after update on newsletter_issues
  for each row when (old.status <> 'sent' and new.status = 'sent') execute function queue_newsletter_webhook();
