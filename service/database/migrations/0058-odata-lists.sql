-- The service looks up the IDs of names in filters before it runs a query. These functions were declared immutable but
-- read tables, so PostgreSQL could have used an outdated result in a stored plan.
drop function team_ids_titled, user_id_named, version_ids_of_workbook, version_ids_titled;

-- Lists sorted by title, by code point. Sorting a million tasks takes half a second of processor time. Costs 63 bytes per
-- task.
create index task_title_order_index on task (tenant_id, title collate "C") where not is_deleted;
