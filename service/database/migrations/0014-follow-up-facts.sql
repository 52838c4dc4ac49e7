-- Why a follow-up task could not be made, for readers of any language: which fact it was, and the names in it.

-- {teamInactive,Locks}: the same as obstacle says in English. Null where there is a task, where it was never told so, and of
-- what happens to nobody but for a fault of ours.
alter table follow_up add column obstacle_fact text[];
