-- Answers to requests that carried an Idempotency-Key: who asks the same again gets the same answer, and nothing happens twice.

create table idempotency_keys (
  -- SHA-256 of who asked, method, path and key.
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of what was asked: query and body.
  request text not null check (request ~ '^[0-9a-f]{64}$'),
  -- Answers go with the account that they were given to. Null for those who were not signed in.
  person_id uuid references profiles on delete cascade,
  -- Whose turn it is: one who comes late finds another's here, and writes nothing.
  turn uuid not null,
  -- Null while at work. An answer without headers is one that may not be given twice.
  status integer check (status between 200 and 399),
  headers jsonb,
  body text check (octet_length(body) <= 65536),
  expires_at timestamptz not null,
  check (status is not null or (headers is null and body is null)),
  check ((headers is null) = (body is null))
);
create index idempotency_keys_by_end on idempotency_keys (expires_at);
create index idempotency_keys_by_person on idempotency_keys (person_id);
