-- The questions that are asked of tasks. All hold living tasks only, and end in the id, which ends every order.

drop index task_creation_index;
-- The list as it is without $orderby, and "since" by the time of creation.
create index task_creation_index on task (tenant_id, created_at, task_id) where not is_deleted;
-- "Which are Active?": few among many, and often the newest, which the order of creation reaches last.
create index task_state_index on task (tenant_id, state, created_at, task_id) where not is_deleted;
-- "What is due next?", of one state or of all. Nulls first, as the order has them.
create index task_state_due_index on task (tenant_id, state, due_date nulls first, task_id) where not is_deleted;
create index task_due_index on task (tenant_id, due_date nulls first, task_id) where not is_deleted;
create index task_start_index on task (tenant_id, start_date nulls first, task_id) where not is_deleted;
-- By team, which also is what team-limited callers may see; by person; by workbook.
create index task_team_index on task (tenant_id, team_id, created_at, task_id) where not is_deleted;
create index task_assigned_user_index on task (tenant_id, assigned_user_id, created_at, task_id) where not is_deleted;
create index task_workbook_index on task (tenant_id, workbook_version_id, created_at, task_id) where not is_deleted;
-- "What changed since?", by those who do not follow the change feed.
create index task_modification_index on task (tenant_id, modified_at, task_id) where not is_deleted;
-- Ranges and beginnings of external ids, by their characters; that one is found by the unique index.
create index task_external_id_order_index on task (tenant_id, external_id collate "C", task_id) where not is_deleted;

-- Names to ids, for filters on the names of what tasks refer to. Called immutable, which they are for as long as a
-- statement takes that is planned anew each time it runs: so the ids are known when it is planned, and PostgreSQL
-- chooses by the statistics of that team, person or workbook. Through a join it guesses, and looked for a new
-- inspector's tasks among all tasks in the order of creation.
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
