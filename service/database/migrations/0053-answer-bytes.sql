-- The size of each answer as JSON, so that lists of answers can be limited without reading answers of 4 MB.

-- Null for earlier answers, and for those of a server of the previous version during the upgrade: they are measured when read.
alter table answer add column value_bytes integer;
