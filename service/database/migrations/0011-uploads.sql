-- Pictures, signatures and files of inspections. A row contains the properties and the progress of an upload. Its bytes
-- are in the file store (service/files), under names that contain these IDs.

-- state is Arriving (0), Arrived (1) or Refused (2). size is the announced size. received is the number of bytes
-- stored as pieces. receiver is the request that may add the next piece: when another request takes over, the
-- earlier one can no longer add any. metadata is Upload-Metadata as it was sent. stored_as is the name of the
-- stored file, and stored_bytes its size. arrived_after is the newest event of the task at that time, which
-- determines the position in the task's history.
create table upload (
  tenant_id integer not null,
  upload_id uuid not null,
  inspection_id uuid not null,
  item_id uuid,
  field text not null,
  user_id bigint not null,
  state smallint not null default 0,
  metadata text not null,
  file_name text not null,
  announced_sha256 bytea,
  size bigint not null,
  received bigint not null default 0,
  receiver uuid,
  finish_attempts smallint not null default 0,
  refusal text,
  stored_as uuid,
  sha256 bytea,
  content_type text,
  stored_bytes bigint,
  thumbnail_bytes integer,
  width integer,
  height integer,
  position jsonb,
  taken_at text,
  created_at timestamptz(3) not null default now(),
  progressed_at timestamptz(3) not null default now(),
  arrived_at timestamptz(3),
  arrived_after bigint,
  constraint upload_pkey primary key (tenant_id, upload_id),
  constraint upload_inspection_fkey foreign key (tenant_id, inspection_id)
    references inspection (tenant_id, inspection_id),
  constraint upload_item_fkey foreign key (tenant_id, inspection_id, item_id)
    references inspection_item (tenant_id, inspection_id, item_id),
  constraint upload_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id),
  constraint upload_state_check check (state between 0 and 2),
  constraint upload_received_check check (received between 0 and size),
  constraint upload_arrived_is_stored_check check (
    (state = 1) = (arrived_at is not null) and (state = 1) = (stored_as is not null)
  ),
  constraint upload_refused_has_reason_check check ((state = 2) = (refusal is not null))
);
create index upload_inspection_index on upload (tenant_id, inspection_id, upload_id);
-- The unfinished uploads of all tenants are checked every few minutes. There are far fewer of them than of other
-- uploads.
create index upload_unfinished_index on upload (state, progressed_at) where state <> 1;

-- The stored bytes: one row for each file with a part of them. name makes the file name unique to one attempt to write
-- the bytes.
create table upload_piece (
  tenant_id integer not null,
  upload_id uuid not null,
  start bigint not null,
  bytes integer not null,
  name uuid not null,
  constraint upload_piece_pkey primary key (tenant_id, upload_id, start),
  constraint upload_piece_upload_fkey foreign key (tenant_id, upload_id)
    references upload (tenant_id, upload_id) on delete cascade,
  constraint upload_piece_bytes_check check (bytes > 0)
);

-- The storage that the uploads of a tenant use: the sum of stored_bytes of complete uploads and size of all
-- others.
create table upload_usage (
  tenant_id integer not null,
  bytes bigint not null,
  constraint upload_usage_pkey primary key (tenant_id),
  constraint upload_usage_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);

-- When the periodic work for all tenants last started. It is done by the first process that finds it due.
create table upload_housekeeping (
  work text not null,
  begun_at timestamptz(3) not null,
  constraint upload_housekeeping_pkey primary key (work)
);
insert into upload_housekeeping (work, begun_at) values ('tend', now()), ('sweep', now());
