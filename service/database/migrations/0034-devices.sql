-- Browsers in which somebody works for days without a network: the inspector's app.

-- token_hash: only the browser knows the token. device_id names a device to people, and may be chosen by the app.
create table device (
  tenant_id integer not null,
  device_id uuid not null,
  user_id bigint not null,
  token_hash bytea not null,
  -- What the browser calls itself.
  name text not null,
  login_provider text,
  address text not null,
  agent text not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- What it told last of answers and pictures that only it has; reported_at null: nothing yet.
  reported_at timestamptz(3),
  unsent_answers integer not null default 0,
  unsent_pictures integer not null default 0,
  unsent_since timestamptz(3),
  -- Since when it is to be told to erase what is on it; its token opens nothing any more. Null: it is not.
  erasure_wanted_at timestamptz(3),
  constraint device_pkey primary key (tenant_id, device_id),
  constraint device_token_key unique (tenant_id, token_hash),
  constraint device_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index device_user_index on device (tenant_id, user_id);
create index device_expiry_index on device (expires_at);
