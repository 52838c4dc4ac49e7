alter table task add column priority text not null default 'normal'
  constraint task_priority_check check (priority in ('low', 'normal', 'high', 'urgent'));

-- For task lists sorted by priority.
create index task_by_priority on task (tenant_id, (array_position('{low,normal,high,urgent}'::text[], priority)), task_id)
  where not is_deleted;
