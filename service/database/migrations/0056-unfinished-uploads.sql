-- A user's unfinished uploads are limited in total, because they reserve space of the organisation. Without this index,
-- creating an upload would read all unfinished uploads of the server.
create index upload_unfinished_of_user_index on upload (tenant_id, user_id) include (size) where state = 0;
