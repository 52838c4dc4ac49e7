-- Sessions in browsers, links for choosing a password, and settings for how users can sign in.

alter table tenant
  add column password_grant boolean not null default true,
  add column allowed_redirect_uris text[] not null default '{}';

-- revision changes with the properties that administrators see and edit.
alter table app_user
  add column password_grant boolean not null default true,
  add column is_auto_provisioned boolean not null default false,
  add column last_signed_in_at timestamptz(3),
  add column revision integer not null default 1;

alter table role add column revision integer not null default 1;

alter table api_token add column label text not null default '';

-- The name of the identity provider with which the owner of the token signed in; null for a password or a service user.
alter table access_token add column login_provider text;

-- Only the hash of the token is stored, so only the browser knows the token. session_id identifies a session to
-- its user.
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

-- Links with which a user can choose a password once. A user has at most one link.
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
