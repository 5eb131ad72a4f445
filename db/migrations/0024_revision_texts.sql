-- The text of a former version in a column of its own: it is copied as it lies in the tale, without being unpacked, and packed into JSON.
alter table tale_revisions add column content text not null default '';
update tale_revisions set content = fields ->> 'content', fields = fields - 'content';
alter table tale_revisions alter column content drop default;
comment on column tale_revisions.fields is 'What an editor writes, as the API names it, but for the text.';
