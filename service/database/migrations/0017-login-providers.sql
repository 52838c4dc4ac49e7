-- Identity providers of a tenant, who signed in by them, and sign-ins that are under way.

-- settings: as contract/login-provider.ts describes them, without the client secret, which is sealed.
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

-- Who an issuer's subject is here, from its first sign-in on. It outlives the provider, which may be set up anew.
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

-- state_hash: of what goes to the provider and comes back. browser_hash: of the cookie of the browser that began.
-- identity: what the provider said, verified, until the browser that began comes for it.
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

-- Assertions that were taken, so that each is taken once (S12).
create table used_assertion (
  tenant_id integer not null,
  issuer text not null,
  assertion_id text not null,
  expires_at timestamptz(3) not null,
  constraint used_assertion_pkey primary key (tenant_id, issuer, assertion_id),
  constraint used_assertion_tenant_fkey foreign key (tenant_id) references tenant (tenant_id)
);
create index used_assertion_expiry_index on used_assertion (expires_at);
