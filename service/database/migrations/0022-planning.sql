-- The planned time of a task, separate from the dates of its external application. The board shows tasks at this time.

-- planned_start is null if the task is unplanned. If planned_minutes is null, the workbook's expected duration
-- applies.
alter table task
  add column planned_start timestamptz(3),
  add column planned_minutes integer,
  add constraint task_planned_minutes_check check (planned_minutes between 5 and 20160);

-- If expected_minutes is null, the expected duration is one hour.
alter table workbook
  add column expected_minutes integer,
  add constraint workbook_expected_minutes_check check (expected_minutes between 5 and 20160);

-- A board shows the days of a week or a month.
create index task_planned_index on task (tenant_id, planned_start) where planned_start is not null and not is_deleted;
