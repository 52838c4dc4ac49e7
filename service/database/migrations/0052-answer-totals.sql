-- The number and size of the current answers of an inspection, so that checking the limit does not require a query
-- of all answers.

-- The totals are valid if counted_revision equals revision. For existing inspections, and those that a server of
-- the previous version changes during the upgrade, the totals are counted at the next answer.
alter table inspection
  add column answer_count integer,
  add column answer_bytes integer,
  add column counted_revision integer;
alter table inspection
  alter column answer_count set default 0,
  alter column answer_bytes set default 0,
  alter column counted_revision set default 0;
