-- Statements that read current answers and conflicts also had to read the whole history of the inspection. They
-- now skip answers with the new flag is_settled, which are only history. The size of the history is limited as
-- well.

-- False for answers from before this migration, and for those that a server of the previous version stores during
-- the upgrade. The next answer to the same field sets the flag for them.
alter table answer add column is_settled boolean not null default false;

create index answer_open_index on answer (tenant_id, inspection_id, item_id, is_comment, field, revision desc)
  where not is_settled;

-- Answers from before this migration are not counted.
alter table inspection add column history_bytes bigint not null default 0;
