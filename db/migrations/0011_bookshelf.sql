-- A reader's own things. Every row is a register: the change with the latest time wins, so that devices may send in any
-- order and more than once. A thing taken away stays as a row that says so, for 90 days: a change made earlier elsewhere
-- and sent later must not bring it back.

create table favorites (
  user_id uuid not null references profiles on delete cascade,
  tale_id uuid not null references tales on delete cascade,
  is_on boolean not null,
  at timestamptz not null,
  primary key (user_id, tale_id)
);
create index favorites_by_tale on favorites (tale_id);

-- The id comes from the reader's device and means something only beside the person: nobody can name another's shelf.
-- Without a name it is not shown: a tale was put on it before the shelf itself was told of. A shelf lives while
-- named_at > gone_at, and holds what was put on it after gone_at.
create table shelves (
  user_id uuid not null references profiles on delete cascade,
  id uuid not null,
  name text check (name is nfc normalized and length(name) between 1 and 1000),
  named_at timestamptz,
  gone_at timestamptz,
  primary key (user_id, id),
  check ((name is null) = (named_at is null))
);

create table shelf_tales (
  user_id uuid not null,
  shelf_id uuid not null,
  tale_id uuid not null references tales on delete cascade,
  is_on boolean not null,
  at timestamptz not null,
  primary key (user_id, shelf_id, tale_id),
  foreign key (user_id, shelf_id) references shelves on delete cascade
);
create index shelf_tales_by_tale on shelf_tales (tale_id);

-- Where someone is in a tale: block and character of its text, and the share read.
create table reading_positions (
  user_id uuid not null references profiles on delete cascade,
  tale_id uuid not null references tales on delete cascade,
  place text not null check (place ~ '^[0-9]{1,5}[.][0-9]{1,7}$'),
  progress double precision not null check (progress between 0 and 1),
  is_finished boolean not null,
  at timestamptz not null,
  primary key (user_id, tale_id)
);
create index reading_positions_by_tale on reading_positions (tale_id);
