-- Roles between reader (user) and administrator; src/permissions.ts says what each may do.
alter table users drop constraint if exists profiles_role_check, drop constraint if exists users_role_check;
alter table users add constraint users_role_check check (role in ('user', 'contributor', 'translator', 'editor', 'admin'));
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role_check check (role in ('user', 'contributor', 'translator', 'editor', 'admin'));

-- For lists of users by role; the role is fixed by the partial index only for administrators.
create index users_by_role on users (role, id) where role <> 'user';
