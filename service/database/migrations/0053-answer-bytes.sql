-- The size of each answer as JSON, so that lists of answers can be limited without reading answers of 4 MB.

-- Null for answers from before this migration, and for those that a server of the previous version stores during
-- the upgrade. These are measured when they are read.
alter table answer add column value_bytes integer;
