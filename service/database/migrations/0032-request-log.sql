-- The recent requests of an application and their responses, so that developers see why an integration does not work.

create table api_request (
  tenant_id integer not null,
  client_id text not null,
  request_no bigint generated always as identity,
  came_at timestamptz(3) not null,
  method text not null,
  path text not null,
  query_names text[] not null,
  status smallint not null,
  duration_ms integer not null,
  request_id text not null,
  -- The error in the response; null if there was none.
  detail text,
  constraint api_request_pkey primary key (tenant_id, client_id, request_no),
  constraint api_request_client_fkey foreign key (tenant_id, client_id)
    references api_token (tenant_id, client_id) on delete cascade
);
create index api_request_age_index on api_request (came_at);
