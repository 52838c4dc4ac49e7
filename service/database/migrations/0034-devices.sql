-- Browsers in which a person can inspect offline for days: the inspector's app.

-- Only the browser stores the token; token_hash is its hash. device_id identifies a device to people, and can be
-- chosen by the app.
create table device (
  tenant_id integer not null,
  device_id uuid not null,
  user_id bigint not null,
  token_hash bytea not null,
  -- The name that the browser reports.
  name text not null,
  login_provider text,
  address text not null,
  agent text not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- The last report of the device about answers and pictures that are not on the server; reported_at is null before the
  -- first report.
  reported_at timestamptz(3),
  unsent_answers integer not null default 0,
  unsent_pictures integer not null default 0,
  unsent_since timestamptz(3),
  -- The time at which someone requested that the device erase its data, or null. The token of the device is not
  -- accepted after that.
  erasure_wanted_at timestamptz(3),
  constraint device_pkey primary key (tenant_id, device_id),
  constraint device_token_key unique (tenant_id, token_hash),
  constraint device_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index device_user_index on device (tenant_id, user_id);
create index device_expiry_index on device (expires_at);
