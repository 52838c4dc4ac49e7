-- The service looks up the IDs of names in filters before it runs a query. These functions were declared immutable but
-- read tables, so PostgreSQL could have used an outdated result in a stored plan.
drop function team_ids_titled, user_id_named, version_ids_of_workbook, version_ids_titled;
