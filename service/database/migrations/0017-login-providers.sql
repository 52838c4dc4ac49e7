-- Identity providers of a tenant, users who signed in with them, and sign-ins in progress.

-- settings has the format of contract/login-provider.ts, without the client secret. sealed_secret is the encrypted
-- secret.
create table login_provider (
  tenant_id integer not null,
  provider_id uuid not null,
  name text not null,
  type text not null,
  is_enabled boolean not null,
  image_uri text,
  image_class text,
  settings jsonb not null,
  sealed_secret bytea,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  modified_at timestamptz(3) not null default now(),
  constraint login_provider_pkey primary key (tenant_id, provider_id),
  constraint login_provider_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);
create unique index login_provider_name_key on login_provider (tenant_id, lower(name));

-- The user who belongs to an issuer and a subject. The row is added at the first sign-in. It is kept if the
-- provider is deleted, because the provider may be created again.
create table external_identity (
  tenant_id integer not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  linked_at timestamptz(3) not null default now(),
  constraint external_identity_pkey primary key (tenant_id, issuer, subject),
  constraint external_identity_user_key unique (tenant_id, user_id, issuer),
  constraint external_identity_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);

-- state_hash is the hash of the value that is sent to the provider and returned by it. browser_hash is the hash of
-- the cookie in the browser that started the sign-in. identity is the verified response of the provider, which is
-- kept until that browser retrieves it.
create table sign_in_attempt (
  tenant_id integer not null,
  state_hash bytea not null,
  provider_id uuid not null,
  purpose text not null,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  caller_state text,
  identity jsonb,
  expires_at timestamptz(3) not null,
  constraint sign_in_attempt_pkey primary key (tenant_id, state_hash),
  constraint sign_in_attempt_provider_fkey foreign key (tenant_id, provider_id)
    references login_provider (tenant_id, provider_id) on delete cascade
);
create index sign_in_attempt_provider_index on sign_in_attempt (tenant_id, provider_id);
create index sign_in_attempt_expiry_index on sign_in_attempt (expires_at);

-- Assertions that have been accepted. Each assertion is accepted only once (S12).
create table used_assertion (
  tenant_id integer not null,
  issuer text not null,
  assertion_id text not null,
  expires_at timestamptz(3) not null,
  constraint used_assertion_pkey primary key (tenant_id, issuer, assertion_id),
  constraint used_assertion_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);
create index used_assertion_expiry_index on used_assertion (expires_at);
