-- What a parent may want to know before a tale is read aloud, and why an imported tale stands where it stands.
alter table tales
  add column content_notes text[] not null default '{}' check (content_notes <@ array['death-of-a-parent', 'death-of-a-child', 'cruelty-to-children',
    'cruelty-to-animals', 'violence', 'cruel-punishment', 'frightening-scenes', 'suicide', 'drink', 'slavery', 'old-stereotypes']);

create table tale_classifications (
  tale_id uuid primary key references tales on delete cascade,
  -- [{what, why}], as src/features/classification says them.
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),
  made_at timestamptz not null default now()
);
