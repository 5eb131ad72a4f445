-- Requests of readers with a session ask which changes may be too recent for their process to have heard of.
create index cache_changes_by_transaction on cache_changes (transaction);
