-- Links with which people without an account can read the report of an inspection, until they expire or are revoked.

-- Only the hash of the token is stored, so only recipients of the link know the token. Rows are not deleted,
-- because they record what was shared.
create table report_share (
  tenant_id integer not null,
  share_id uuid not null,
  inspection_id uuid not null,
  token_hash bytea not null,
  language text,
  created_by bigint not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_by bigint,
  revoked_at timestamptz(3),
  uses integer not null default 0,
  last_used_at timestamptz(3),
  constraint report_share_pkey primary key (tenant_id, share_id),
  constraint report_share_token_key unique (tenant_id, token_hash),
  constraint report_share_inspection_fkey foreign key (tenant_id, inspection_id)
    references inspection (tenant_id, inspection_id),
  constraint report_share_created_by_fkey foreign key (tenant_id, created_by) references app_user (tenant_id, user_id),
  constraint report_share_revoked_by_fkey foreign key (tenant_id, revoked_by) references app_user (tenant_id, user_id),
  constraint report_share_revoked_check check ((revoked_at is null) = (revoked_by is null))
);
create index report_share_inspection_index on report_share (tenant_id, inspection_id, share_id);
