-- The words that a place in a tale begins with, so that it is found again when the tale was edited elsewhere (docs/reading.md). '' for
-- places of before.
alter table reading_positions add column quote text not null default '' check (quote is nfc normalized and length(quote) <= 200);
