-- Pictures, signatures and files of inspections. A row knows what an upload is and how far it has come; its bytes are
-- among the files (service/files), under names that are made from these ids.

-- state: Arriving 0, Arrived 1, Refused 2. size is what its sender announced; received is how much of that is here and
-- safe, in pieces. receiver is the request that may add the next piece: when another takes over, the earlier one adds
-- nothing any more. metadata is Upload-Metadata as it was sent. stored_as names the file in which it is kept, stored_bytes are that file's.
-- arrived_after is the newest event of the task at that moment, by which the history of the task knows its place.
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
-- What has not arrived is looked at every few minutes, of all tenants at once, and is little beside what has.
create index upload_unfinished_index on upload (state, progressed_at) where state <> 1;

-- The bytes that are here, one row for each file that holds a part of them. name makes the file's name one that no other
-- attempt to write the same bytes has.
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

-- What the uploads of a tenant take: the stored_bytes of those that arrived, the size of those on their way.
create table upload_usage (
  tenant_id integer not null,
  bytes bigint not null,
  constraint upload_usage_pkey primary key (tenant_id),
  constraint upload_usage_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);

-- When what is done now and then for all tenants was last begun: whichever process comes first does it.
create table upload_housekeeping (
  work text not null,
  begun_at timestamptz(3) not null,
  constraint upload_housekeeping_pkey primary key (work)
);
insert into upload_housekeeping (work, begun_at) values ('tend', now()), ('sweep', now());
