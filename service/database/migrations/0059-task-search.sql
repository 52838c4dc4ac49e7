-- Searches, filters and sort orders of a million tasks. Indexes for filters contain only the value: equal values share
-- their entries, so such an index takes 7 bytes per task. With the time of creation, it would take 49.

do $$
begin
  -- Both are trusted: the owner of the database can create them, if the server has them.
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise exception 'Ronda needs the PostgreSQL extensions pg_trgm and btree_gin, and could not create them: %. '
    'Ask the administrator of the PostgreSQL server to connect to the database "%" and run: '
    'create extension if not exists pg_trgm; create extension if not exists btree_gin; '
    'Then start Ronda again. (The extensions are part of PostgreSQL. On Debian, Red Hat and similar systems, they are '
    'in the package postgresql-contrib.)', sqlerrm, current_database() using errcode = sqlstate;
end $$;

-- External IDs are compared by code point, so one index serves uniqueness, ranges, prefixes and sorting.
drop index task_external_id_order_index;
alter table task alter column external_id type text collate "C";

-- Words anywhere in the text. Includes deleted tasks, whose inspections can be found by the same words. Pending entries
-- are read by every search, so there may be 1 MB of them at most.
create index task_text_index on task using gin
  (tenant_id, lower((external_id || ' ' || title || ' ' || coalesce(description, '')) collate "default") gin_trgm_ops)
  with (gin_pending_list_limit = 1024);
create index item_text_index on item using gin
  (tenant_id, lower(external_id || ' ' || title || ' ' || coalesce(address, '')) gin_trgm_ops)
  with (gin_pending_list_limit = 1024);

-- Custom properties by name and value, both in lower case, as an array with one object for each property, so that names
-- may differ only in case. The separator is unambiguous: a quote within a string would be escaped. The index contains
-- hashes, and queries check the exact value as well.
create index task_property_index on task using gin
  (tenant_id, (('[' || replace(lower(custom_properties::text), ', "', '}, {"') || ']')::jsonb) jsonb_path_ops)
  with (gin_pending_list_limit = 1024);

create index task_title_index on task (tenant_id, lower(title), task_id) where not is_deleted;

-- Few tasks have the same time, so PostgreSQL sorts them by ID. With the state, a list of closed tasks skips the newer
-- ones, most of which are open, without reading them.
drop index task_creation_index;
create index task_creation_index on task (tenant_id, created_at, state) where not is_deleted;
drop index task_modification_index;
create index task_modification_index on task (tenant_id, modified_at) where not is_deleted;
drop index task_start_index;
create index task_start_index on task (tenant_id, start_date nulls first) where not is_deleted;

-- Most tasks are closed, and are found in task_creation_index. The tasks of an open state that are due next are found
-- in task_open_due_index.
drop index task_state_due_index;
drop index task_state_index;
create index task_state_index on task (tenant_id, state, created_at) where not is_deleted and state <> 3;
drop index task_by_priority;
create index task_priority_index on task (tenant_id, priority, created_at)
  where not is_deleted and priority <> 'normal';

drop index task_team_index;
create index task_team_index on task (tenant_id, team_id) where not is_deleted;
drop index task_assigned_user_index;
create index task_assigned_user_index on task (tenant_id, assigned_user_id) where not is_deleted;
drop index task_workbook_index;
create index task_workbook_index on task (tenant_id, workbook_version_id) where not is_deleted;
