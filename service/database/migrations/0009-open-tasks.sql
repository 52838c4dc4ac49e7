-- Queries for open tasks (New, Assigned, Active) and late tasks read all open tasks. These are only a few of all
-- tasks, and often the newest ones. With a million tasks, such queries took 300 to 500 ms without separate
-- indexes.
create index task_open_index on task (tenant_id, created_at, task_id)
  where not is_deleted and state in (0, 1, 2);
create index task_open_due_index on task (tenant_id, due_date nulls first, task_id)
  where not is_deleted and state in (0, 1, 2);
