-- Teams are edited by several administrators, who must not undo each other's changes.
alter table team add column revision integer not null default 1;
