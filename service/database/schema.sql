-- Made by `npm run schema` from the migrated database. Change a migration, then run it again.

create table absence (
  tenant_id integer not null,
  absence_id uuid not null,
  user_id bigint not null,
  first_day date not null,
  last_day date not null,
  reason text,
  constraint absence_pkey PRIMARY KEY (tenant_id, absence_id),
  constraint absence_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id),
  constraint absence_days_check CHECK (((last_day >= first_day) AND (last_day <= (first_day + 366))))
);
CREATE INDEX absence_user_index ON absence USING btree (tenant_id, user_id, first_day);

create table access_token (
  tenant_id integer not null,
  token_hash bytea not null,
  user_id bigint not null,
  client_id text,
  issued_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  login_provider text,
  constraint access_token_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint access_token_client_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES api_token(tenant_id, client_id) ON DELETE CASCADE,
  constraint access_token_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX access_token_client_index ON access_token USING btree (tenant_id, client_id);
CREATE INDEX access_token_expiry_index ON access_token USING btree (expires_at);
CREATE INDEX access_token_user_index ON access_token USING btree (tenant_id, user_id);

create table answer (
  tenant_id integer not null,
  inspection_id uuid not null,
  revision integer not null,
  item_id uuid,
  field text not null,
  value jsonb,
  base_revision integer,
  answered_by bigint not null,
  answered_at timestamp(3) with time zone not null default now(),
  is_remark boolean not null default false,
  device text,
  given_at timestamp(3) with time zone,
  constraint answer_pkey PRIMARY KEY (tenant_id, inspection_id, revision),
  constraint answer_inspection_fkey FOREIGN KEY (tenant_id, inspection_id) REFERENCES inspection(tenant_id, inspection_id),
  constraint answer_item_fkey FOREIGN KEY (tenant_id, inspection_id, item_id) REFERENCES inspection_item(tenant_id, inspection_id, item_id),
  constraint answer_user_fkey FOREIGN KEY (tenant_id, answered_by) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX answer_field_index ON answer USING btree (tenant_id, inspection_id, item_id, is_remark, field, revision DESC);

create table api_client (
  client_id text not null,
  tenant_id integer not null,
  constraint api_client_pkey PRIMARY KEY (client_id),
  constraint api_client_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table api_request (
  tenant_id integer not null,
  client_id text not null,
  request_no bigint not null generated always as identity,
  came_at timestamp(3) with time zone not null,
  method text not null,
  path text not null,
  query_names text[] not null,
  status smallint not null,
  duration_ms integer not null,
  request_id text not null,
  detail text,
  constraint api_request_pkey PRIMARY KEY (tenant_id, client_id, request_no),
  constraint api_request_client_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES api_token(tenant_id, client_id) ON DELETE CASCADE
);
CREATE INDEX api_request_age_index ON api_request USING btree (came_at);

create table api_token (
  tenant_id integer not null,
  client_id text not null,
  user_id bigint not null,
  secret_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  label text not null default ''::text,
  constraint api_token_pkey PRIMARY KEY (tenant_id, client_id),
  constraint api_token_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX api_token_user_index ON api_token USING btree (tenant_id, user_id);

create table app_user (
  tenant_id integer not null,
  user_id bigint not null generated always as identity,
  user_name text not null,
  name text not null,
  surname text not null,
  email_address text,
  is_active boolean not null default true,
  is_service boolean not null default false,
  password_hash text,
  created_at timestamp(3) with time zone not null default now(),
  password_grant boolean not null default true,
  is_auto_provisioned boolean not null default false,
  last_signed_in_at timestamp(3) with time zone,
  revision integer not null default 1,
  constraint app_user_pkey PRIMARY KEY (tenant_id, user_id),
  constraint app_user_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  constraint app_user_user_name_check CHECK ((user_name ~ '^[A-Za-z0-9]{1,64}$'::text))
);
CREATE UNIQUE INDEX app_user_email_address_key ON app_user USING btree (tenant_id, lower(email_address));
CREATE UNIQUE INDEX app_user_user_name_key ON app_user USING btree (tenant_id, lower(user_name));

create table audit_event (
  tenant_id integer not null,
  event_id bigint not null generated always as identity,
  happened_at timestamp(3) with time zone not null default clock_timestamp(),
  kind text not null,
  actor_id bigint,
  actor_name text,
  client_id text,
  channel text not null,
  target_type text,
  target_id text,
  target_name text,
  address text,
  agent text,
  request_id text,
  details jsonb not null,
  constraint audit_event_pkey PRIMARY KEY (tenant_id, event_id),
  constraint audit_event_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX audit_event_actor_index ON audit_event USING btree (tenant_id, actor_id, event_id);
CREATE INDEX audit_event_kind_index ON audit_event USING btree (tenant_id, kind, event_id);
CREATE INDEX audit_event_target_index ON audit_event USING btree (tenant_id, target_type, target_id, event_id);
CREATE INDEX audit_event_time_index ON audit_event USING btree (tenant_id, happened_at, event_id);

create table backup_run (
  run_id bigint not null generated always as identity,
  state text not null default 'running'::text,
  started_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  target text not null,
  set_name text,
  snapshot_at timestamp(3) with time zone,
  bytes bigint,
  error text,
  host text not null,
  process_id integer not null,
  constraint backup_run_pkey PRIMARY KEY (run_id),
  constraint backup_run_due_key UNIQUE (due_at),
  constraint backup_run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text]))),
  constraint backup_run_whole_check CHECK (((state = 'running'::text) = (ended_at IS NULL)))
);
CREATE INDEX backup_run_success_index ON backup_run USING btree (snapshot_at) WHERE (state = 'succeeded'::text);

create table confirmed_name (
  tenant_id integer not null,
  provider_id uuid not null,
  user_id bigint not null,
  confirmed_at timestamp(3) with time zone not null default now(),
  constraint confirmed_name_pkey PRIMARY KEY (tenant_id, provider_id, user_id),
  constraint confirmed_name_provider_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES login_provider(tenant_id, provider_id) ON DELETE CASCADE,
  constraint confirmed_name_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX confirmed_name_user_index ON confirmed_name USING btree (tenant_id, user_id);

create table content_type (
  tenant_id integer not null,
  content_type_id uuid not null,
  name text not null,
  revision integer not null default 1,
  constraint content_type_pkey PRIMARY KEY (tenant_id, content_type_id),
  constraint content_type_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE UNIQUE INDEX content_type_name_key ON content_type USING btree (tenant_id, lower(name));

create table database_identity (
  only_row boolean not null default true,
  epoch integer not null,
  system_identifier text not null,
  timeline integer not null,
  database_oid bigint not null,
  postmaster_started_at text not null default ''::text,
  constraint database_identity_pkey PRIMARY KEY (only_row),
  constraint database_identity_only_row_check CHECK (only_row)
);

create table device (
  tenant_id integer not null,
  device_id uuid not null,
  user_id bigint not null,
  token_hash bytea not null,
  name text not null,
  login_provider text,
  address text not null,
  agent text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  reported_at timestamp(3) with time zone,
  unsent_answers integer not null default 0,
  unsent_pictures integer not null default 0,
  unsent_since timestamp(3) with time zone,
  erasure_wanted_at timestamp(3) with time zone,
  constraint device_pkey PRIMARY KEY (tenant_id, device_id),
  constraint device_token_key UNIQUE (tenant_id, token_hash),
  constraint device_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX device_expiry_index ON device USING btree (expires_at);
CREATE INDEX device_user_index ON device USING btree (tenant_id, user_id);

create table external_identity (
  tenant_id integer not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  linked_at timestamp(3) with time zone not null default now(),
  is_confirmed boolean not null default false,
  constraint external_identity_pkey PRIMARY KEY (tenant_id, issuer, subject),
  constraint external_identity_user_key UNIQUE (tenant_id, user_id, issuer),
  constraint external_identity_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);

create table feed (
  tenant_id integer not null,
  kind smallint not null,
  entity_id uuid not null,
  version bigint not null,
  first_position bigint not null default 0,
  constraint feed_pkey PRIMARY KEY (tenant_id, kind, entity_id),
  constraint feed_version_key UNIQUE (tenant_id, version)
);

create table feed_counter (
  tenant_id integer not null,
  version bigint not null,
  database_epoch integer not null default 0,
  base_version bigint not null default 0,
  base_position bigint not null default 0,
  constraint feed_counter_pkey PRIMARY KEY (tenant_id),
  constraint feed_counter_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table feed_epoch (
  tenant_id integer not null,
  base_version bigint not null,
  base_position bigint not null,
  last_version bigint not null,
  constraint feed_epoch_pkey PRIMARY KEY (tenant_id, base_position),
  constraint feed_epoch_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX feed_epoch_version_index ON feed_epoch USING btree (tenant_id, last_version);

create table feed_pending (
  tenant_id integer not null,
  seq bigint not null generated always as identity,
  kind smallint not null,
  entity_id uuid not null,
  constraint feed_pending_pkey PRIMARY KEY (tenant_id, seq)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=20000);

create table feed_reader (
  tenant_id integer not null,
  user_id bigint not null,
  floor bigint not null,
  floor_version bigint not null default 0,
  reads_all boolean not null default false,
  reads_teams uuid[] not null default '{}'::uuid[],
  read_all_until bigint not null default 0,
  constraint feed_reader_pkey PRIMARY KEY (tenant_id, user_id),
  constraint feed_reader_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);

create table feed_reader_team (
  tenant_id integer not null,
  user_id bigint not null,
  team_id uuid not null,
  read_until bigint not null,
  constraint feed_reader_team_pkey PRIMARY KEY (tenant_id, user_id, team_id),
  constraint feed_reader_team_reader_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES feed_reader(tenant_id, user_id)
);

create table follow_up (
  tenant_id integer not null,
  inspection_id uuid not null,
  place integer not null,
  field text not null,
  item_id uuid,
  task_id uuid,
  obstacle text,
  created_at timestamp(3) with time zone not null default now(),
  obstacle_fact text[],
  obstacle_sentence jsonb,
  constraint follow_up_pkey PRIMARY KEY (tenant_id, inspection_id, place, field),
  constraint follow_up_inspection_fkey FOREIGN KEY (tenant_id, inspection_id) REFERENCES inspection(tenant_id, inspection_id),
  constraint follow_up_task_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES task(tenant_id, task_id),
  constraint follow_up_task_or_obstacle_check CHECK (((task_id IS NULL) = (obstacle IS NOT NULL)))
);
CREATE INDEX follow_up_task_index ON follow_up USING btree (tenant_id, task_id) WHERE (task_id IS NOT NULL);

create table group_member (
  tenant_id integer not null,
  team_id uuid not null,
  kind text not null,
  user_id bigint not null,
  constraint group_member_pkey PRIMARY KEY (tenant_id, team_id, kind, user_id),
  constraint group_member_group_fkey FOREIGN KEY (tenant_id, team_id, kind) REFERENCES team_group(tenant_id, team_id, kind),
  constraint group_member_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX group_member_user_index ON group_member USING btree (tenant_id, user_id);

create table idempotency (
  tenant_id integer not null,
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  answer text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotency_pkey PRIMARY KEY (tenant_id, user_id, key),
  constraint idempotency_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX idempotency_age_index ON idempotency USING btree (created_at);

create table inspection (
  tenant_id integer not null,
  inspection_id uuid not null,
  task_id uuid,
  workbook_version_id uuid not null,
  team_id uuid not null,
  user_id bigint not null,
  state smallint not null,
  revision integer not null default 0,
  prefill jsonb not null,
  started_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  is_deleted boolean not null default false,
  modified_at timestamp(3) with time zone not null default now(),
  started_revision integer not null default 0,
  completion integer not null default 0,
  failed_count integer not null default 0,
  approved_at timestamp(3) with time zone,
  approved_by bigint,
  constraint inspection_pkey PRIMARY KEY (tenant_id, inspection_id),
  constraint inspection_approved_by_fkey FOREIGN KEY (tenant_id, approved_by) REFERENCES app_user(tenant_id, user_id),
  constraint inspection_task_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES task(tenant_id, task_id),
  constraint inspection_team_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES team(tenant_id, team_id),
  constraint inspection_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id),
  constraint inspection_workbook_version_fkey FOREIGN KEY (tenant_id, workbook_version_id) REFERENCES workbook_version(tenant_id, version_id),
  constraint inspection_state_check CHECK ((state = ANY (ARRAY[2, 3])))
);
CREATE INDEX inspection_approved_index ON inspection USING btree (tenant_id, started_at, inspection_id) WHERE (approved_at IS NOT NULL);
CREATE INDEX inspection_end_index ON inspection USING btree (tenant_id, ended_at, inspection_id);
CREATE INDEX inspection_failed_index ON inspection USING btree (tenant_id, started_at, inspection_id) WHERE (failed_count > 0);
CREATE INDEX inspection_modification_index ON inspection USING brin (modified_at) WITH (pages_per_range='8');
CREATE INDEX inspection_open_index ON inspection USING btree (tenant_id, started_at, inspection_id) WHERE (state = 2);
CREATE INDEX inspection_start_index ON inspection USING btree (tenant_id, started_at, inspection_id);
CREATE INDEX inspection_task_index ON inspection USING btree (tenant_id, task_id);
CREATE INDEX inspection_team_index ON inspection USING btree (tenant_id, team_id, started_at, inspection_id);
CREATE INDEX inspection_unapproved_index ON inspection USING btree (tenant_id, started_at, inspection_id) WHERE ((state = 3) AND (approved_at IS NULL));
CREATE INDEX inspection_user_index ON inspection USING btree (tenant_id, user_id, started_at, inspection_id);
CREATE INDEX inspection_version_index ON inspection USING btree (tenant_id, workbook_version_id, started_at, inspection_id);

create table inspection_completion (
  tenant_id integer not null,
  inspection_id uuid not null,
  completion integer not null,
  revision integer not null,
  completed_by bigint not null,
  completed_at timestamp(3) with time zone not null default now(),
  constraint inspection_completion_pkey PRIMARY KEY (tenant_id, inspection_id, completion),
  constraint inspection_completion_inspection_fkey FOREIGN KEY (tenant_id, inspection_id) REFERENCES inspection(tenant_id, inspection_id),
  constraint inspection_completion_user_fkey FOREIGN KEY (tenant_id, completed_by) REFERENCES app_user(tenant_id, user_id)
);

create table inspection_item (
  tenant_id integer not null,
  inspection_id uuid not null,
  item_id uuid not null,
  position integer not null,
  constraint inspection_item_pkey PRIMARY KEY (tenant_id, inspection_id, item_id),
  constraint inspection_item_inspection_fkey FOREIGN KEY (tenant_id, inspection_id) REFERENCES inspection(tenant_id, inspection_id),
  constraint inspection_item_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES item(tenant_id, item_id)
);
CREATE INDEX inspection_item_item_index ON inspection_item USING btree (tenant_id, item_id);

create table inspection_result (
  tenant_id integer not null,
  inspection_id uuid not null,
  completion integer not null,
  place integer not null,
  item_id uuid,
  answers json not null,
  remarks json not null,
  failures text[] not null,
  constraint inspection_result_pkey PRIMARY KEY (tenant_id, inspection_id, completion, place),
  constraint inspection_result_completion_fkey FOREIGN KEY (tenant_id, inspection_id, completion) REFERENCES inspection_completion(tenant_id, inspection_id, completion),
  constraint inspection_result_item_fkey FOREIGN KEY (tenant_id, inspection_id, item_id) REFERENCES inspection_item(tenant_id, inspection_id, item_id)
);

create table inspection_return (
  tenant_id integer not null,
  inspection_id uuid not null,
  completion integer not null,
  comment text,
  fields jsonb not null,
  fields_bytes integer not null generated always as (octet_length((fields)::text)) stored,
  returned_by bigint not null,
  returned_at timestamp(3) with time zone not null default now(),
  constraint inspection_return_pkey PRIMARY KEY (tenant_id, inspection_id, completion),
  constraint inspection_return_completion_fkey FOREIGN KEY (tenant_id, inspection_id, completion) REFERENCES inspection_completion(tenant_id, inspection_id, completion),
  constraint inspection_return_user_fkey FOREIGN KEY (tenant_id, returned_by) REFERENCES app_user(tenant_id, user_id)
);

create table item (
  tenant_id integer not null,
  item_id uuid not null,
  content_type_id uuid not null,
  external_id text not null,
  title text not null,
  address text,
  latitude double precision,
  longitude double precision,
  attributes jsonb not null default '{}'::jsonb,
  revision integer not null default 1,
  archived_at timestamp(3) with time zone,
  constraint item_pkey PRIMARY KEY (tenant_id, item_id),
  constraint item_external_id_key UNIQUE (tenant_id, content_type_id, external_id),
  constraint item_content_type_fkey FOREIGN KEY (tenant_id, content_type_id) REFERENCES content_type(tenant_id, content_type_id)
);

create table link_request (
  tenant_id integer not null,
  request_id uuid not null,
  provider_id uuid not null,
  user_id bigint not null,
  issuer text,
  subject text,
  requested_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint link_request_pkey PRIMARY KEY (tenant_id, request_id),
  constraint link_request_identity_key UNIQUE NULLS NOT DISTINCT (tenant_id, user_id, provider_id, issuer, subject),
  constraint link_request_provider_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES login_provider(tenant_id, provider_id) ON DELETE CASCADE,
  constraint link_request_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX link_request_expiry_index ON link_request USING btree (expires_at);
CREATE INDEX link_request_provider_index ON link_request USING btree (tenant_id, provider_id);

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
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  constraint login_provider_pkey PRIMARY KEY (tenant_id, provider_id),
  constraint login_provider_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE UNIQUE INDEX login_provider_name_key ON login_provider USING btree (tenant_id, lower(name));

create table password_link (
  tenant_id integer not null,
  user_id bigint not null,
  token_hash bytea not null,
  purpose text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  made_by bigint not null,
  constraint password_link_pkey PRIMARY KEY (tenant_id, user_id),
  constraint password_link_token_key UNIQUE (tenant_id, token_hash),
  constraint password_link_maker_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES app_user(tenant_id, user_id),
  constraint password_link_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);

create table report_share (
  tenant_id integer not null,
  share_id uuid not null,
  inspection_id uuid not null,
  token_hash bytea not null,
  language text,
  created_by bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  revoked_by bigint,
  revoked_at timestamp(3) with time zone,
  uses integer not null default 0,
  last_used_at timestamp(3) with time zone,
  constraint report_share_pkey PRIMARY KEY (tenant_id, share_id),
  constraint report_share_token_key UNIQUE (tenant_id, token_hash),
  constraint report_share_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES app_user(tenant_id, user_id),
  constraint report_share_inspection_fkey FOREIGN KEY (tenant_id, inspection_id) REFERENCES inspection(tenant_id, inspection_id),
  constraint report_share_revoked_by_fkey FOREIGN KEY (tenant_id, revoked_by) REFERENCES app_user(tenant_id, user_id),
  constraint report_share_revoked_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
);
CREATE INDEX report_share_inspection_index ON report_share USING btree (tenant_id, inspection_id, share_id);

create table role (
  tenant_id integer not null,
  role_id bigint not null generated always as identity,
  name text not null,
  is_tenant_wide boolean not null,
  permissions text[] not null,
  revision integer not null default 1,
  constraint role_pkey PRIMARY KEY (tenant_id, role_id),
  constraint role_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE UNIQUE INDEX role_name_key ON role USING btree (tenant_id, lower(name));

create table saved_view (
  tenant_id integer not null,
  view_id uuid not null,
  owner_id bigint not null,
  kind text not null,
  name text not null,
  query jsonb not null,
  team_id uuid,
  revision integer not null default 1,
  constraint saved_view_pkey PRIMARY KEY (tenant_id, view_id),
  constraint saved_view_owner_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES app_user(tenant_id, user_id),
  constraint saved_view_team_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES team(tenant_id, team_id)
);
CREATE INDEX saved_view_owner_index ON saved_view USING btree (tenant_id, owner_id);
CREATE INDEX saved_view_team_index ON saved_view USING btree (tenant_id, team_id) WHERE (team_id IS NOT NULL);

create table schema_migration (
  number integer not null,
  name text not null,
  applied_at timestamp(3) with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (number)
);

create table session (
  tenant_id integer not null,
  session_id uuid not null,
  token_hash bytea not null,
  user_id bigint not null,
  login_provider text,
  started_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  address text not null,
  agent text not null,
  constraint session_pkey PRIMARY KEY (tenant_id, session_id),
  constraint session_token_key UNIQUE (tenant_id, token_hash),
  constraint session_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);
CREATE INDEX session_expiry_index ON session USING btree (expires_at);
CREATE INDEX session_user_index ON session USING btree (tenant_id, user_id);

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
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (tenant_id, state_hash),
  constraint sign_in_attempt_provider_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES login_provider(tenant_id, provider_id) ON DELETE CASCADE
);
CREATE INDEX sign_in_attempt_expiry_index ON sign_in_attempt USING btree (expires_at);
CREATE INDEX sign_in_attempt_provider_index ON sign_in_attempt USING btree (tenant_id, provider_id);

create table sign_in_origin (
  account_hash bytea not null,
  address_hash bytea not null,
  failures integer not null,
  last_failed_at timestamp(3) with time zone,
  succeeded_at timestamp(3) with time zone,
  constraint sign_in_origin_pkey PRIMARY KEY (account_hash, address_hash)
);

create table sign_in_throttle (
  account_hash bytea not null,
  failures integer not null,
  last_failed_at timestamp(3) with time zone not null,
  blocked_until timestamp(3) with time zone not null,
  told_at timestamp(3) with time zone,
  constraint sign_in_throttle_pkey PRIMARY KEY (account_hash)
);
CREATE INDEX sign_in_throttle_age_index ON sign_in_throttle USING btree (last_failed_at);

create table task (
  tenant_id integer not null,
  task_id uuid not null,
  external_id text not null,
  title text not null,
  description text,
  team_id uuid not null,
  workbook_version_id uuid not null,
  assigned_user_id bigint,
  start_date timestamp(3) with time zone,
  due_date timestamp(3) with time zone,
  items_to_inspect text[],
  custom_properties jsonb not null default '{}'::jsonb,
  state smallint not null,
  is_self_assignable boolean not null default false,
  inspection_id uuid,
  actual_start timestamp(3) with time zone,
  actual_end timestamp(3) with time zone,
  sent_date timestamp(3) with time zone,
  is_deleted boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  created_by bigint,
  planned_start timestamp(3) with time zone,
  planned_minutes integer,
  constraint task_pkey PRIMARY KEY (tenant_id, task_id),
  constraint task_assigned_user_fkey FOREIGN KEY (tenant_id, assigned_user_id) REFERENCES app_user(tenant_id, user_id),
  constraint task_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES app_user(tenant_id, user_id),
  constraint task_team_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES team(tenant_id, team_id),
  constraint task_workbook_version_fkey FOREIGN KEY (tenant_id, workbook_version_id) REFERENCES workbook_version(tenant_id, version_id),
  constraint task_active_has_inspection_check CHECK (((state = ANY (ARRAY[2, 3, 4])) = (inspection_id IS NOT NULL))),
  constraint task_new_has_no_user_check CHECK (((state = 0) = (assigned_user_id IS NULL))),
  constraint task_planned_minutes_check CHECK (((planned_minutes >= 5) AND (planned_minutes <= 20160))),
  constraint task_state_check CHECK (((state >= 0) AND (state <= 4)))
);
CREATE INDEX task_active_team_index ON task USING btree (tenant_id, team_id) WHERE ((state = 2) AND (NOT is_deleted));
CREATE INDEX task_assigned_user_index ON task USING btree (tenant_id, assigned_user_id, created_at, task_id) WHERE (NOT is_deleted);
CREATE INDEX task_creation_index ON task USING btree (tenant_id, created_at, task_id) WHERE (NOT is_deleted);
CREATE INDEX task_due_index ON task USING btree (tenant_id, due_date NULLS FIRST, task_id) WHERE (NOT is_deleted);
CREATE UNIQUE INDEX task_external_id_key ON task USING btree (tenant_id, external_id) WHERE (NOT is_deleted);
CREATE INDEX task_external_id_order_index ON task USING btree (tenant_id, external_id COLLATE "C", task_id) WHERE (NOT is_deleted);
CREATE INDEX task_modification_index ON task USING btree (tenant_id, modified_at, task_id) WHERE (NOT is_deleted);
CREATE INDEX task_offered_index ON task USING btree (tenant_id, team_id, task_id) WHERE ((state = 0) AND (NOT is_deleted));
CREATE INDEX task_open_due_index ON task USING btree (tenant_id, due_date NULLS FIRST, task_id) WHERE ((NOT is_deleted) AND (state = ANY (ARRAY[0, 1, 2])));
CREATE INDEX task_open_index ON task USING btree (tenant_id, created_at, task_id) WHERE ((NOT is_deleted) AND (state = ANY (ARRAY[0, 1, 2])));
CREATE INDEX task_planned_index ON task USING btree (tenant_id, planned_start) WHERE ((planned_start IS NOT NULL) AND (NOT is_deleted));
CREATE INDEX task_start_index ON task USING btree (tenant_id, start_date NULLS FIRST, task_id) WHERE (NOT is_deleted);
CREATE INDEX task_state_due_index ON task USING btree (tenant_id, state, due_date NULLS FIRST, task_id) WHERE (NOT is_deleted);
CREATE INDEX task_state_index ON task USING btree (tenant_id, state, created_at, task_id) WHERE (NOT is_deleted);
CREATE INDEX task_team_index ON task USING btree (tenant_id, team_id, created_at, task_id) WHERE (NOT is_deleted);
CREATE INDEX task_work_index ON task USING btree (tenant_id, assigned_user_id, task_id) WHERE ((state = ANY (ARRAY[1, 2])) AND (NOT is_deleted));
CREATE INDEX task_workbook_index ON task USING btree (tenant_id, workbook_version_id, created_at, task_id) WHERE (NOT is_deleted);

create table task_event (
  tenant_id integer not null,
  task_id uuid not null,
  event_id bigint not null generated always as identity,
  kind text not null,
  happened_at timestamp(3) with time zone not null default now(),
  user_id bigint,
  inspection_id uuid,
  details jsonb not null default '{}'::jsonb,
  details_bytes integer not null generated always as (octet_length((details)::text)) stored,
  constraint task_event_pkey PRIMARY KEY (tenant_id, task_id, event_id),
  constraint task_event_task_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES task(tenant_id, task_id),
  constraint task_event_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id),
  constraint task_event_kind_check CHECK ((kind = ANY (ARRAY['edited'::text, 'deleted'::text, 'started'::text, 'canceled'::text, 'restarted'::text, 'closed'::text, 'returned'::text, 'approved'::text])))
);

create table task_former_team (
  tenant_id integer not null,
  task_id uuid not null,
  team_id uuid not null,
  left_position bigint not null default 0,
  constraint task_former_team_pkey PRIMARY KEY (tenant_id, task_id, team_id),
  constraint task_former_team_task_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES task(tenant_id, task_id),
  constraint task_former_team_team_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES team(tenant_id, team_id)
);

create table task_item (
  tenant_id integer not null,
  task_id uuid not null,
  item_id uuid not null,
  position integer not null,
  constraint task_item_pkey PRIMARY KEY (tenant_id, task_id, item_id),
  constraint task_item_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES item(tenant_id, item_id),
  constraint task_item_task_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES task(tenant_id, task_id)
);
CREATE INDEX task_item_item_index ON task_item USING btree (tenant_id, item_id);

create table team (
  tenant_id integer not null,
  team_id uuid not null,
  title text not null,
  description text not null,
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null default now(),
  time_zone text not null default 'UTC'::text,
  language text not null default 'en'::text,
  revision integer not null default 1,
  constraint team_pkey PRIMARY KEY (tenant_id, team_id),
  constraint team_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE UNIQUE INDEX team_title_key ON team USING btree (tenant_id, lower(title));

create table team_group (
  tenant_id integer not null,
  team_id uuid not null,
  kind text not null,
  group_id bigint not null generated always as identity,
  constraint team_group_pkey PRIMARY KEY (tenant_id, team_id, kind),
  constraint team_group_id_key UNIQUE (tenant_id, group_id),
  constraint team_group_team_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES team(tenant_id, team_id),
  constraint team_group_kind_check CHECK ((kind = ANY (ARRAY['Administrators'::text, 'Coordinators'::text, 'Inspectors'::text, 'Viewer'::text])))
);

create table team_workbook (
  tenant_id integer not null,
  team_id uuid not null,
  workbook_id uuid not null,
  constraint team_workbook_pkey PRIMARY KEY (tenant_id, team_id, workbook_id),
  constraint team_workbook_team_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES team(tenant_id, team_id),
  constraint team_workbook_workbook_fkey FOREIGN KEY (tenant_id, workbook_id) REFERENCES workbook(tenant_id, workbook_id)
);
CREATE INDEX team_workbook_workbook_index ON team_workbook USING btree (tenant_id, workbook_id);

create table tenant (
  tenant_id integer not null generated always as identity,
  tenancy_name text not null,
  created_at timestamp(3) with time zone not null default now(),
  password_grant boolean not null default true,
  allowed_redirect_uris text[] not null default '{}'::text[],
  revision integer not null default 1,
  constraint tenant_pkey PRIMARY KEY (tenant_id)
);
CREATE UNIQUE INDEX tenant_tenancy_name_key ON tenant USING btree (lower(tenancy_name));

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
  created_at timestamp(3) with time zone not null default now(),
  progressed_at timestamp(3) with time zone not null default now(),
  arrived_at timestamp(3) with time zone,
  arrived_after bigint,
  refusal_sentence jsonb,
  constraint upload_pkey PRIMARY KEY (tenant_id, upload_id),
  constraint upload_inspection_fkey FOREIGN KEY (tenant_id, inspection_id) REFERENCES inspection(tenant_id, inspection_id),
  constraint upload_item_fkey FOREIGN KEY (tenant_id, inspection_id, item_id) REFERENCES inspection_item(tenant_id, inspection_id, item_id),
  constraint upload_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id),
  constraint upload_arrived_is_stored_check CHECK ((((state = ANY (ARRAY[1, 3])) = (arrived_at IS NOT NULL)) AND ((state = ANY (ARRAY[1, 3])) = (stored_as IS NOT NULL)))),
  constraint upload_received_check CHECK (((received >= 0) AND (received <= size))),
  constraint upload_refused_has_reason_check CHECK (((state = 2) = (refusal IS NOT NULL))),
  constraint upload_state_check CHECK (((state >= 0) AND (state <= 3)))
);
CREATE INDEX upload_inspection_index ON upload USING btree (tenant_id, inspection_id, upload_id);
CREATE INDEX upload_unfinished_index ON upload USING btree (state, progressed_at) WHERE (state <> 1);

create table upload_housekeeping (
  work text not null,
  begun_at timestamp(3) with time zone not null,
  constraint upload_housekeeping_pkey PRIMARY KEY (work)
);

create table upload_piece (
  tenant_id integer not null,
  upload_id uuid not null,
  start bigint not null,
  bytes integer not null,
  name uuid not null,
  constraint upload_piece_pkey PRIMARY KEY (tenant_id, upload_id, start),
  constraint upload_piece_upload_fkey FOREIGN KEY (tenant_id, upload_id) REFERENCES upload(tenant_id, upload_id) ON DELETE CASCADE,
  constraint upload_piece_bytes_check CHECK ((bytes > 0))
);

create table upload_usage (
  tenant_id integer not null,
  bytes bigint not null,
  constraint upload_usage_pkey PRIMARY KEY (tenant_id),
  constraint upload_usage_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table used_assertion (
  tenant_id integer not null,
  issuer text not null,
  assertion_id text not null,
  expires_at timestamp(3) with time zone not null,
  constraint used_assertion_pkey PRIMARY KEY (tenant_id, issuer, assertion_id),
  constraint used_assertion_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX used_assertion_expiry_index ON used_assertion USING btree (expires_at);

create table user_role (
  tenant_id integer not null,
  user_id bigint not null,
  role_id bigint not null,
  constraint user_role_pkey PRIMARY KEY (tenant_id, user_id, role_id),
  constraint user_role_role_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES role(tenant_id, role_id),
  constraint user_role_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);

create table workbook (
  tenant_id integer not null,
  workbook_id uuid not null,
  name text not null,
  title text not null,
  content_type_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  revision integer not null default 1,
  expected_minutes integer,
  constraint workbook_pkey PRIMARY KEY (tenant_id, workbook_id),
  constraint workbook_content_type_fkey FOREIGN KEY (tenant_id, content_type_id) REFERENCES content_type(tenant_id, content_type_id),
  constraint workbook_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  constraint workbook_expected_minutes_check CHECK (((expected_minutes >= 5) AND (expected_minutes <= 20160)))
);
CREATE INDEX workbook_content_type_index ON workbook USING btree (tenant_id, content_type_id);
CREATE UNIQUE INDEX workbook_name_key ON workbook USING btree (tenant_id, lower(name));
CREATE INDEX workbook_title_index ON workbook USING btree (tenant_id, lower(title));

create table workbook_draft (
  tenant_id integer not null,
  workbook_id uuid not null,
  revision integer not null,
  title text,
  description text,
  fields jsonb,
  modified_at timestamp(3) with time zone not null default now(),
  modified_by bigint not null,
  constraint workbook_draft_pkey PRIMARY KEY (tenant_id, workbook_id),
  constraint workbook_draft_modified_by_fkey FOREIGN KEY (tenant_id, modified_by) REFERENCES app_user(tenant_id, user_id),
  constraint workbook_draft_workbook_fkey FOREIGN KEY (tenant_id, workbook_id) REFERENCES workbook(tenant_id, workbook_id)
);

create table workbook_version (
  tenant_id integer not null,
  version_id uuid not null,
  workbook_id uuid not null,
  version text not null,
  version_code integer not null,
  title text not null,
  description text,
  fields jsonb not null,
  is_published boolean not null,
  is_deleted boolean not null default false,
  deleted_at timestamp(3) with time zone,
  deleted_by bigint,
  created_at timestamp(3) with time zone not null default now(),
  revision integer not null default 1,
  constraint workbook_version_pkey PRIMARY KEY (tenant_id, version_id),
  constraint workbook_version_code_key UNIQUE (tenant_id, workbook_id, version_code),
  constraint workbook_version_deleted_by_fkey FOREIGN KEY (tenant_id, deleted_by) REFERENCES app_user(tenant_id, user_id),
  constraint workbook_version_workbook_fkey FOREIGN KEY (tenant_id, workbook_id) REFERENCES workbook(tenant_id, workbook_id)
);

create table working_hours (
  tenant_id integer not null,
  user_id bigint not null,
  week jsonb not null,
  revision integer not null default 1,
  constraint working_hours_pkey PRIMARY KEY (tenant_id, user_id),
  constraint working_hours_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id)
);

CREATE OR REPLACE FUNCTION public.begin_feed_epoch(for_tenant integer, reserved bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  counter feed_counter%rowtype;
  current_epoch integer;
  new_base bigint;
begin
  select * into counter from feed_counter where tenant_id = for_tenant;
  select epoch into current_epoch from database_identity;
  new_base := greatest(current_epoch, ((counter.base_position + counter.version - counter.base_version) >> 32) + 1);
  new_base := (new_base << 32) + floor(random() * 2147483648)::bigint + reserved;
  while feed_second() = new_base >> 32 loop
    perform pg_sleep(0.02);
  end loop;
  if counter.version > counter.base_version then
    insert into feed_epoch (tenant_id, base_position, base_version, last_version)
    values (for_tenant, counter.base_position, counter.base_version, counter.version);
  end if;
  update feed_counter
  set database_epoch = current_epoch, base_position = new_base, base_version = counter.version
  where tenant_id = for_tenant;
  return new_base;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_second()
 RETURNS integer
 LANGUAGE sql
AS $function$
  select floor(extract(epoch from clock_timestamp() - timestamptz '2026-01-01T00:00:00Z'))::integer
$function$;

CREATE OR REPLACE FUNCTION public.next_feed_epoch(previous integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  while feed_second() = previous loop
    perform pg_sleep(0.02);
  end loop;
  return greatest(previous + 1, feed_second());
end
$function$;

CREATE OR REPLACE FUNCTION public.number_pending_changes(for_tenant integer, batch_size integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET lock_timeout TO '2s'
 SET enable_seqscan TO 'off'
AS $function$
declare
  counter feed_counter%rowtype;
  upper_seq bigint;
  new_version bigint;
  taken integer;
begin
  select * into counter from feed_counter where tenant_id = for_tenant for update;
  if not found then
    return 0;
  end if;

  select max(seq) into upper_seq from (
    select seq from feed_pending where tenant_id = for_tenant order by seq limit batch_size
  ) as batch;
  if upper_seq is null then
    return 0;
  end if;

  -- Read after the counter was locked: a server that was serving already continues in an epoch that another has raised.
  if counter.database_epoch is distinct from (select epoch from database_identity) then
    counter.base_position := begin_feed_epoch(for_tenant, 0);
    counter.base_version := counter.version;
  end if;

  with drained as (
    delete from feed_pending where tenant_id = for_tenant and seq <= upper_seq returning kind, entity_id, seq
  ), changed as (
    select kind, entity_id, row_number() over (order by max(seq)) as rank from drained group by kind, entity_id
  ), numbered as (
    insert into feed (tenant_id, kind, entity_id, version, first_position)
    select for_tenant, kind, entity_id, counter.version + rank,
           counter.base_position + counter.version + rank - counter.base_version
    from changed
    on conflict on constraint feed_pkey do update set version = excluded.version
    returning version
  )
  select (select count(*) from drained), (select max(version) from numbered) into taken, new_version;

  update feed_counter set version = new_version where tenant_id = for_tenant;
  return taken;
end
$function$;

CREATE OR REPLACE FUNCTION public.odata_add(bigint, bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case
    when $1 between (-9223372036854775808)::bigint - least($2, 0) and 9223372036854775807 - greatest($2, 0)
    then $1 + $2
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_add(double precision, double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case
    when abs($1) < 8e307 and abs($2) < 8e307 then $1 + $2
    when greatest(abs($1), abs($2)) >= 'Infinity' or least(abs($1), abs($2)) < 1 then $1 + $2
    when abs($1 / 2 + $2 / 2) < 2 ^ 1023 then $1 + $2
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_add(integer, integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $1::bigint + $2 between -2147483648 and 2147483647 then $1 + $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_add(numeric, numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when abs($1 + $2) <= 79228162514264337593543950335 then $1 + $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_decimal(numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (abs($1) <= '79228162514264337593543950335'::numeric) THEN $1 ELSE NULL::numeric END;

CREATE OR REPLACE FUNCTION public.odata_div(bigint, bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $2 <> 0 and ($1 <> -9223372036854775808 or $2 <> -1) then $1 / $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_div(dividend numeric, divisor numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ declare
  -- Cut behind one digit more than a result has.
  quotient numeric := div(dividend * 1e29, nullif(divisor, 0)) * 1e-29;
  -- The bounds are those of rounding. To count digits takes longer than to compare.
  rounded numeric := round(quotient, case
    when abs(quotient) < 79228162514264337593543950335.5e-28 then 28
    when abs(quotient) < 79228162514264337593543950335.5e-27 then 27
    else nullif(greatest(28 - length(div(abs(quotient), 79228162514264337593543950335.5e-28)::text), -1), -1)
  end);
  lower numeric;
begin
  -- Only what was not cut can lie between two results.
  if rounded <> quotient and quotient * divisor = dividend then
    lower := round(quotient - sign(quotient) * 1e-29, scale(rounded));
    if lower % nullif(2 * (rounded - lower), 0) = 0 then return lower; end if;
  end if;
  return rounded;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_div(double precision, double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case
    when abs($1) between 1e-150 and 1e150 and abs($2) between 1e-150 and 1e150 then $1 / $2
    when $2 = 0 then null
    when greatest(abs($1), abs($2)) >= 'Infinity' then $1 / $2
    when least(abs($1), 1) * 2 ^ 537 <= greatest(abs($2), 1) / 2 ^ 538 then 0
    when greatest(abs($1), abs($2), 1e-18) / 2 ^ 537 / (least(abs($2), 1) * 2 ^ 537) < 2 ^ -50 then $1 / $2
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_div(integer, integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $2 <> 0 and ($1 <> -2147483648 or $2 <> -1) then $1 / $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_ends_with(value text, ending text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN starts_with(reverse(value), reverse(ending));

CREATE OR REPLACE FUNCTION public.odata_int32(bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (($1 >= '-2147483648'::integer) AND ($1 <= 2147483647)) THEN ($1)::integer ELSE NULL::integer END;

CREATE OR REPLACE FUNCTION public.odata_int64(numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (($1 >= ('-9223372036854775808'::bigint)::numeric) AND ($1 <= ('9223372036854775807'::bigint)::numeric)) THEN ($1)::bigint ELSE NULL::bigint END;

CREATE OR REPLACE FUNCTION public.odata_mod(bigint, bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $2 <> 0 then $1 % $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_mod(dividend double precision, divisor double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ declare
  rest double precision := abs(dividend);
  part double precision := abs(divisor);
  quotient double precision;
begin
  -- The remainder is exact. Here the quotient is, or has been rounded up to one too many ...
  if part > 1e-150 and part <= rest and rest < least(part, 1e150) * 9e15 then
    quotient := trunc(rest / part);
    rest := rest - quotient * part - odata_rounded_off(quotient, part);
    return sign(dividend) * case when rest < 0 then rest + part else rest end;
  end if;
  if divisor = 0 then return null; end if;
  if divisor = 'NaN' or rest in ('NaN', 'Infinity') then return 'NaN'; end if;
  if part > rest then return dividend; end if;
  -- ... and here what is taken away is the divisor times a power of two. Not compared with half of the rest, which the
  -- smallest number does not have.
  while part <= rest - part loop part := part * 2; end loop;
  while part >= abs(divisor) loop
    if rest >= part then rest := rest - part; end if;
    exit when part = abs(divisor);
    part := part / 2;
  end loop;
  return sign(dividend) * rest;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_mod(integer, integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $2 <> 0 then $1 % $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_mod(numeric, numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $2 <> 0 then $1 % $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_mul(bigint, bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case
    when $1 between -2147483648 and 2147483647 and $2 between -2147483648 and 2147483647
      or $1::numeric * $2 between -9223372036854775808 and 9223372036854775807
    then $1 * $2
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_mul(double precision, double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ declare
  x double precision;
  y double precision;
begin
  if abs($1) between 1e-150 and 1e150 and abs($2) between 1e-150 and 1e150 then return $1 * $2; end if;
  x := least(abs($1), abs($2));
  y := greatest(abs($1), abs($2));
  if x = 0 or y >= 'Infinity' or x < 1 and y >= 1 then return $1 * $2; end if;
  if x >= 1 then return case when (x / 2 ^ 512) * (y / 2 ^ 512) < 1 then $1 * $2 end; end if;
  -- Half of the smallest number is 0.5 now. What is not more is zero.
  x := x * 2 ^ 537;
  y := y * 2 ^ 537;
  return case
    when x * y > 0.5 then $1 * $2
    when x * y < 0.5 then 0
    when odata_rounded_off(x, y) > 0 then $1 * $2
    else 0
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_mul(integer, integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $1::bigint * $2 between -2147483648 and 2147483647 then $1 * $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_mul(numeric, numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ declare
  product numeric := round($1 * $2, 28);
begin
  return case when abs(product) <= 79228162514264337593543950335 then product end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_place(integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return least(greatest($1, 0), 2147483646) + 1; end $function$;

CREATE OR REPLACE FUNCTION public.odata_replace(value text, part text, other text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case
    when octet_length(value)::bigint * (octet_length(other) + 1) <= 1048576 then replace(value, part, other)
    when part = '' then value
    when length(value) + (length(value) - length(replace(value, part, ''))) / length(part)::bigint
         * (length(other) - length(part)) <= 1048576
    then replace(value, part, other)
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_round(double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return trunc($1) + case when abs($1 - trunc($1)) >= 0.5 then sign($1) else 0 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_rounded_off(x double precision, y double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ declare
  high_x double precision := x * 134217729 - (x * 134217729 - x);
  high_y double precision := y * 134217729 - (y * 134217729 - y);
begin
  return (x - high_x) * (y - high_y) - (x * y - high_x * high_y - (x - high_x) * high_y - high_x * (y - high_y));
end $function$;

CREATE OR REPLACE FUNCTION public.odata_single(double precision)
 RETURNS real
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case
    when abs($1) <= 7.006492321624085e-46 then 0
    when abs($1) < 3.4028235677973366e38 or $1 in ('NaN', 'Infinity', '-Infinity') then $1::real
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_sub(bigint, bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case
    when $1 between (-9223372036854775808)::bigint + greatest($2, 0) and 9223372036854775807 + least($2, 0)
    then $1 - $2
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_sub(double precision, double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin
  return case when abs($1) < 8e307 and abs($2) < 8e307 then $1 - $2 else odata_add($1, -$2) end;
end $function$;

CREATE OR REPLACE FUNCTION public.odata_sub(integer, integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when $1::bigint - $2 between -2147483648 and 2147483647 then $1 - $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_sub(numeric, numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return case when abs($1 - $2) <= 79228162514264337593543950335 then $1 - $2 end; end $function$;

CREATE OR REPLACE FUNCTION public.odata_substring(value text, start integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN substr(value, odata_place(start));

CREATE OR REPLACE FUNCTION public.odata_substring(value text, start integer, count integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN substr(value, odata_place(start), (odata_place(count) - 1));

CREATE OR REPLACE FUNCTION public.team_ids_titled(tenant integer, wanted text)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT team.team_id FROM team WHERE ((team.tenant_id = team_ids_titled.tenant) AND (lower(team.title) = lower(team_ids_titled.wanted)) AND (team.title = team_ids_titled.wanted)));

CREATE OR REPLACE FUNCTION public.user_id_named(tenant integer, wanted text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT app_user.user_id FROM app_user WHERE ((app_user.tenant_id = user_id_named.tenant) AND (lower(app_user.user_name) = lower(user_id_named.wanted)) AND (app_user.user_name = user_id_named.wanted)));

CREATE OR REPLACE FUNCTION public.version_ids_of_workbook(tenant integer, wanted text)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT workbook_version.version_id FROM (workbook_version JOIN workbook ON (((workbook.tenant_id = version_ids_of_workbook.tenant) AND (workbook.workbook_id = workbook_version.workbook_id)))) WHERE ((workbook_version.tenant_id = version_ids_of_workbook.tenant) AND (lower(workbook.name) = lower(version_ids_of_workbook.wanted)) AND (workbook.name = version_ids_of_workbook.wanted)));

CREATE OR REPLACE FUNCTION public.version_ids_titled(tenant integer, wanted text)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT workbook_version.version_id FROM workbook_version WHERE ((workbook_version.tenant_id = version_ids_titled.tenant) AND (workbook_version.title = version_ids_titled.wanted)));
