-- Why a follow-up task could not be created, for readers in any language: the kind of reason, and the names in it.

-- The value is an array such as {teamInactive,Locks}, with the same meaning as the English text in obstacle. It is
-- null if there is a task, in earlier rows, and for internal errors.
alter table follow_up add column obstacle_fact text[];
