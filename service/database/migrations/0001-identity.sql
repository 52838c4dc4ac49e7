-- Accounts and sign-in: tenants, users, roles and secrets.
--
-- In every table of a tenant, tenant_id is the first column of the primary key, the unique keys and the foreign keys.
-- The database itself therefore separates tenants, and the whole schema can be distributed by tenant_id on Citus.
-- There, tenant and api_client are reference tables; sign_in_throttle and database_identity are local.

create table tenant (
  tenant_id integer generated always as identity,
  tenancy_name text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  constraint tenant_pkey primary key (tenant_id)
);
create unique index tenant_tenancy_name_key on tenant (lower(tenancy_name));

create table role (
  tenant_id integer not null,
  role_id bigint generated always as identity,
  name text not null,
  is_tenant_wide boolean not null,
  permissions text[] not null,
  constraint role_pkey primary key (tenant_id, role_id),
  constraint role_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);
create unique index role_name_key on role (tenant_id, lower(name));

-- User names are ASCII. The collation "C" makes their comparison ignore case only for ASCII letters.
create table app_user (
  tenant_id integer not null,
  user_id bigint generated always as identity,
  user_name text collate "C" not null,
  name text not null,
  surname text not null,
  email_address text collate "C",
  is_active boolean not null default true,
  is_service boolean not null default false,
  password_hash text,
  created_at timestamptz(3) not null default now(),
  constraint app_user_pkey primary key (tenant_id, user_id),
  constraint app_user_tenant_fkey foreign key (tenant_id) references tenant (tenant_id),
  constraint app_user_user_name_check check (user_name ~ '^[A-Za-z0-9]{1,64}$')
);
create unique index app_user_user_name_key on app_user (tenant_id, lower(user_name));
create unique index app_user_email_address_key on app_user (tenant_id, lower(email_address));

create table user_role (
  tenant_id integer not null,
  user_id bigint not null,
  role_id bigint not null,
  constraint user_role_pkey primary key (tenant_id, user_id, role_id),
  constraint user_role_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id),
  constraint user_role_role_fkey foreign key (tenant_id, role_id) references role (tenant_id, role_id)
);

-- A client ID is unique on the whole server, because it alone identifies the tenant (decision A1).
create table api_client (
  client_id text not null,
  tenant_id integer not null,
  constraint api_client_pkey primary key (client_id),
  constraint api_client_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);

create table api_token (
  tenant_id integer not null,
  client_id text not null,
  user_id bigint not null,
  secret_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  constraint api_token_pkey primary key (tenant_id, client_id),
  constraint api_token_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index api_token_user_index on api_token (tenant_id, user_id);

-- client_id is null if the token was obtained with a password.
create table access_token (
  tenant_id integer not null,
  token_hash bytea not null,
  user_id bigint not null,
  client_id text,
  issued_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint access_token_pkey primary key (tenant_id, token_hash),
  constraint access_token_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id),
  constraint access_token_client_fkey foreign key (tenant_id, client_id)
    references api_token (tenant_id, client_id) on delete cascade
);
create index access_token_user_index on access_token (tenant_id, user_id);
create index access_token_client_index on access_token (tenant_id, client_id);
create index access_token_expiry_index on access_token (expires_at);

-- The key is a hash of the tenancy name and the user name, whether they exist or not. Guesses at unknown names are
-- therefore slowed down like all other guesses, and do not reveal whether a name exists.
create table sign_in_throttle (
  account_hash bytea not null,
  failures integer not null,
  last_failed_at timestamptz(3) not null,
  blocked_until timestamptz(3) not null,
  constraint sign_in_throttle_pkey primary key (account_hash)
);
create index sign_in_throttle_age_index on sign_in_throttle (last_failed_at);
