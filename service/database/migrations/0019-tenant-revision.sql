-- Two administrators who change the sign-in settings must not overwrite each other's changes.

-- revision changes with the properties of the tenant that administrators see and edit.
alter table tenant add column revision integer not null default 1;
