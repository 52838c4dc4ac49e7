-- An administrator must confirm the first sign-in with an identity provider as a user who manages users, tokens or
-- sign-in (S52).

-- A sign-in that awaits confirmation. issuer and subject identify the external account that will be linked. They
-- are null if the user name identifies it.
create table link_request (
  tenant_id integer not null,
  request_id uuid not null,
  provider_id uuid not null,
  user_id bigint not null,
  issuer text,
  subject text,
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint link_request_pkey primary key (tenant_id, request_id),
  constraint link_request_identity_key unique nulls not distinct (tenant_id, user_id, provider_id, issuer, subject),
  constraint link_request_provider_fkey foreign key (tenant_id, provider_id)
    references login_provider (tenant_id, provider_id) on delete cascade,
  constraint link_request_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index link_request_provider_index on link_request (tenant_id, provider_id);
create index link_request_expiry_index on link_request (expires_at);

-- Providers without stable subjects that may sign in a user by name, although the user is an administrator.
create table confirmed_name (
  tenant_id integer not null,
  provider_id uuid not null,
  user_id bigint not null,
  confirmed_at timestamptz(3) not null default now(),
  constraint confirmed_name_pkey primary key (tenant_id, provider_id, user_id),
  constraint confirmed_name_provider_fkey foreign key (tenant_id, provider_id)
    references login_provider (tenant_id, provider_id) on delete cascade,
  constraint confirmed_name_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index confirmed_name_user_index on confirmed_name (tenant_id, user_id);
