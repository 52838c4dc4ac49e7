-- Several administrators edit teams, and must not overwrite each other's changes.
alter table team add column revision integer not null default 1;
