-- The tasks of a person and the tasks offered to a team, in the order in which devices read them page by page. The
-- indexes are partial, because these are only a small part of all tasks.

create index task_work_index on task (tenant_id, assigned_user_id, task_id)
  where state in (1, 2) and not is_deleted;

create index task_offered_index on task (tenant_id, team_id, task_id)
  where state = 0 and not is_deleted;
