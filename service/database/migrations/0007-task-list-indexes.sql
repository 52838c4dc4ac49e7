-- Indexes for queries of the task list. All contain only tasks that are not deleted, and end with the ID, which is the
-- last sort key.

drop index task_creation_index;
-- Lists without $orderby, and filters on the time of creation.
create index task_creation_index on task (tenant_id, created_at, task_id) where not is_deleted;
-- Only a few tasks are active. They are often the newest ones, which a scan in the order of creation reaches last.
create index task_state_index on task (tenant_id, state, created_at, task_id) where not is_deleted;
-- The tasks that are due next, in one state or in all states. Nulls are first, as in the sort order.
create index task_state_due_index on task (tenant_id, state, due_date nulls first, task_id) where not is_deleted;
create index task_due_index on task (tenant_id, due_date nulls first, task_id) where not is_deleted;
create index task_start_index on task (tenant_id, start_date nulls first, task_id) where not is_deleted;
-- Filters by team (also for callers who see only certain teams), person and workbook.
create index task_team_index on task (tenant_id, team_id, created_at, task_id) where not is_deleted;
create index task_assigned_user_index on task (tenant_id, assigned_user_id, created_at, task_id) where not is_deleted;
create index task_workbook_index on task (tenant_id, workbook_version_id, created_at, task_id) where not is_deleted;
-- Filters on the time of change, for clients that do not use the change feed.
create index task_modification_index on task (tenant_id, modified_at, task_id) where not is_deleted;
-- Ranges and prefixes of external IDs, by code point. The unique index serves equality.
create index task_external_id_order_index on task (tenant_id, external_id collate "C", task_id) where not is_deleted;

-- IDs for names, for filters on the names of teams, people and workbooks. The functions are declared immutable,
-- which is true during a statement that is planned each time it runs. The planner then knows the IDs and uses the
-- statistics of the team, person or workbook. With a join, it would have to guess: it scanned all tasks in the
-- order of creation to find those of a new inspector.
create function team_ids_titled(tenant integer, wanted text) returns uuid[] language sql immutable parallel safe
  return array(
    select team_id from team where tenant_id = tenant and lower(title) = lower(wanted) and title = wanted
  );
create function user_id_named(tenant integer, wanted text) returns bigint language sql immutable parallel safe
  return (
    select user_id from app_user
    where tenant_id = tenant and lower(user_name) = lower(wanted) and user_name = wanted
  );
create function version_ids_of_workbook(tenant integer, wanted text) returns uuid[] language sql immutable parallel safe
  return array(
    select version_id from workbook_version
    join workbook on workbook.tenant_id = tenant and workbook.workbook_id = workbook_version.workbook_id
    where workbook_version.tenant_id = tenant and lower(workbook.name) = lower(wanted) and workbook.name = wanted
  );
create function version_ids_titled(tenant integer, wanted text) returns uuid[] language sql immutable parallel safe
  return array(select version_id from workbook_version where tenant_id = tenant and title = wanted);
