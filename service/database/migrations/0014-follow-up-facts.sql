-- Why a follow-up task could not be created, for readers in any language: the kind of reason, and the names in it.

-- Such as {teamInactive,Locks}, the same as the English text in obstacle. Null if there is a task, for earlier rows,
-- and for internal errors.
alter table follow_up add column obstacle_fact text[];
