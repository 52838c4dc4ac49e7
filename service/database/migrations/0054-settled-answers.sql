-- Statements that read current answers and conflicts took as long as the history of the inspection. With a flag for the answers
-- that are only history, they no longer read it. The bytes of a history are limited.

-- False for earlier answers, and for those of a server of the previous version during the upgrade: the next answer to the same
-- field settles them.
alter table answer add column is_settled boolean not null default false;

create index answer_open_index on answer (tenant_id, inspection_id, item_id, is_comment, field, revision desc)
  where not is_settled;

-- Answers that were given before are not counted.
alter table inspection add column history_bytes bigint not null default 0;
