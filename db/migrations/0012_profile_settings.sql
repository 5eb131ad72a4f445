-- What a person has chosen: how pages look, which tales are veiled. Read and written by src/features/accounts/settings/account-contract.ts.
alter table profiles add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and octet_length(settings::text) <= 4000);

-- A person's mails are found by address: to hand them out with the person's data, and to remove them with the account.
create index mails_by_address on mails (lower(to_address));
