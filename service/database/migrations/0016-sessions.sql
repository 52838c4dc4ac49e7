-- Sessions of browsers, links by which people choose a password, and who may sign in how.

alter table tenant
  add column password_grant boolean not null default true,
  add column allowed_redirect_uris text[] not null default '{}';

-- revision: of what an administrator sees and edits.
alter table app_user
  add column password_grant boolean not null default true,
  add column is_auto_provisioned boolean not null default false,
  add column last_signed_in_at timestamptz(3),
  add column revision integer not null default 1;

alter table role add column revision integer not null default 1;

alter table api_token add column label text not null default '';

-- The name of the provider by which its bearer signed in; null: by password or as a service.
alter table access_token add column login_provider text;

-- token_hash: only the browser knows the token. session_id names a session to its user.
create table session (
  tenant_id integer not null,
  session_id uuid not null,
  token_hash bytea not null,
  user_id bigint not null,
  login_provider text,
  started_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  address text not null,
  agent text not null,
  constraint session_pkey primary key (tenant_id, session_id),
  constraint session_token_key unique (tenant_id, token_hash),
  constraint session_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index session_user_index on session (tenant_id, user_id);
create index session_expiry_index on session (expires_at);

-- Whoever has the link chooses the user's password, once. A user has one link at a time.
create table password_link (
  tenant_id integer not null,
  user_id bigint not null,
  token_hash bytea not null,
  purpose text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint password_link_pkey primary key (tenant_id, user_id),
  constraint password_link_token_key unique (tenant_id, token_hash),
  constraint password_link_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
