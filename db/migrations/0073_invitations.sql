-- Addresses that administrators have invited to create an account. The token of the link is in one_time_tokens; its subject is the invitation.
create table invitations (
  id uuid primary key default uuidv7(),
  -- Canonical, as users.email.
  email text not null unique,
  role text not null check (role in ('user', 'admin')),
  -- Without the administrator nobody answers for the invitation.
  invited_by uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitations_by_expiry on invitations (expires_at);
create index invitations_by_user on invitations (invited_by);

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('verify', 'reset', 'change_email', 'sign_in', 'newsletter', 'invitation'));
