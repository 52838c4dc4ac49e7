-- Two administrators who change how people sign in must not undo each other's changes.

-- revision: of what an administrator sees and edits of the tenant itself.
alter table tenant add column revision integer not null default 1;
