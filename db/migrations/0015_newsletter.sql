-- Who wants the weekly letter. Of someone with an account the address is the one of the account, and is not written here: it
-- can be changed there, and the letter follows. `email` is for those who have none.

create table newsletter_subscribers (
  id uuid primary key default uuidv7(),
  user_id uuid unique references profiles on delete cascade,
  email text unique check (email = lower(email) and length(email) between 3 and 254),
  -- 'pending': the address is not confirmed yet. That of an account always is.
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
  -- When someone said yes, and the words on the page that they said it to.
  consent_at timestamptz,
  consent_text text check (length(consent_text) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((user_id is null) <> (email is null)),
  check (user_id is null or status <> 'pending'),
  check ((consent_at is null) = (consent_text is null)),
  check ((consent_at is null) = (status = 'unsubscribed'))
);
